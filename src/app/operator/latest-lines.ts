// The output of a command that lists only the latest rows.

/**
 * Returns a line for each of the first `shownMax` rows. The caller reads one row more: if that row exists, a last line states
 * that older entries are not shown. Without this line an operator would take the list for complete.
 */
export function latestLines<T>(
  rows: readonly T[],
  shownMax: number,
  lineOf: (row: T) => string,
): string[] {
  const lines = rows.slice(0, shownMax).map(lineOf)
  return rows.length > shownMax
    ? [...lines, `older entries are not shown: these are the latest ${shownMax}`]
    : lines
}
