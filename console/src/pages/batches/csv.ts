// CSV as spreadsheets write it (RFC 4180), without a library: an unclosed quote must be an error with its line in the
// file. d3-dsv 3.0.2 and uDSV 0.7.3 read the rest of the file as one cell or drop the row without an error. Papa Parse
// 5.7.1 reports the row but not its line, and has 7 kB compressed.

type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** A cell, with or without quotes, and the end of the cell: a comma, a line break or the end of the file. */
const NEXT_CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/**
 * Leaves out rows without any text. Throws for a quote that is not closed, for a quote within a cell without quotes, and for text
 * after a closing quote.
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let lineOfRow = 1
  let position = text.startsWith('\uFEFF') ? 1 : 0
  while (position < text.length || cells.length > 0) {
    NEXT_CELL.lastIndex = position
    const [all, quoted, plain, end] = NEXT_CELL.exec(text) ?? []
    if (all === undefined)
      throw new Error(
        `Line ${line} has a quote that is not closed, or a quote within a cell. Put quotes around the whole cell, and write each quote in the cell twice.`,
      )
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    position += all.length
    line += all.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end === ',') continue
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: lineOfRow, cells })
    cells = []
    lineOfRow = line
  }
  return rows
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoteCell = (text: string) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return rows.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
}
