// Rows as parameters of a statement that is not a write step: one array for each column, from which `unnest` makes rows
// again. The columns are declared once. The SQL, the parameters and the type of a row follow from them, so that no array
// can be passed for another column.

import { type Columns, columnName, type RowOf } from './rows.ts'

/**
 * Columns whose values are not arrays: `unnest` would make rows of the elements of an array inside of an array, too. A JSON
 * value may be an array, which `pg` sends as an array of PostgreSQL.
 */
type ScalarColumns = Readonly<
  Record<string, Exclude<Columns[string], `${string}[]` | 'json' | 'jsonb'>>
>

type UnnestRows<C extends Columns> = {
  /**
   * The rows as a table expression, to stand after `from`; its columns are `input.<name>` and `input.row_index`, which counts
   * from one.
   */
  readonly input: string
  /** The parameters of `input`: an array for each column. */
  arraysOf(rows: readonly RowOf<C>[]): unknown[][]
}

/** `firstParam` is the number of the first array's parameter: 2 when the statement has one parameter before them. */
export function unnestRows<const C extends ScalarColumns>(
  firstParam: number,
  columns: C,
): UnnestRows<C> {
  const entries = Object.entries(columns)
  const arrays = entries.map(([, type], n) => `$${firstParam + n}::${type}[]`)
  const names = entries.map(([key]) => columnName(key))
  return {
    input: `unnest(${arrays.join(', ')}) with ordinality as input (${names.join(', ')}, row_index)`,
    arraysOf: (rows) => entries.map(([key]) => rows.map((row) => parameterOf(row[key]))),
  }
}

function parameterOf(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : (value ?? null)
}
