// Markdown that the printed documents share: their headings and tables.

/** The title of a printed document, with a paragraph about it. */
export function heading(title: string, about: string): string {
  return `# ${title}\n\n${about} Printed by \`npm run print\` from the values in src/; do not edit.\n`
}

/** A table with one line for each row. */
export function markdownTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

/** Compares by UTF-16 code units, so that documents are the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
