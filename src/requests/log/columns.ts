// The rows of a batch as columns: for each field the list of its values. As JSON they are shorter than an object for each row,
// because each name is written once, so the service writes and compresses them in less time (docs/benchmarks.md).

export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] }

/** Every row must have the fields of the first. */
export function columnsOf<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  const columns = names.map((name) => [name, rows.map((row) => row[name])])
  return Object.fromEntries(columns) as Columns<Row>
}

export function rowAt<Row extends object>(columns: Columns<Row>, index: number): Row {
  const names = Object.keys(columns) as (keyof Row)[]
  return Object.fromEntries(names.map((name) => [name, columns[name][index]])) as Row
}
