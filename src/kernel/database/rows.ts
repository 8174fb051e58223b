// How rows of input are sent to a write step: as one JSON text, each value under the number of its column, because
// PostgreSQL looks up every name in every row and short names cost less. One parameter contains any number of rows, so
// a statement is prepared once for any number.

/** SQL types that a column of a write step may have, with the type of the value that a store passes. */
type Values = {
  bigint: number
  int: number
  boolean: boolean
  text: string
  uuid: string
  /** Such as `2026-03-31`. */
  date: string
  /** Minor units, or decimal text. */
  numeric: bigint | string
  timestamptz: Temporal.Instant
  json: object
  jsonb: object
  'text[]': readonly string[]
  'numeric[]': readonly (bigint | string)[]
}

export type Columns = Readonly<Record<string, keyof Values>>

/** A row with a value for each of these columns. The type requires every column; undefined is stored as null. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: Values[C[K]] | null | undefined
}

/** Only for numbers and times, whose text has no character that JSON escapes. */
const inQuotes = (value: unknown) => `"${value}"`
const asJson: Readonly<Record<keyof Values, (value: never) => string>> = {
  bigint: String,
  int: String,
  boolean: String,
  text: JSON.stringify,
  uuid: JSON.stringify,
  date: JSON.stringify,
  numeric: inQuotes,
  timestamptz: inQuotes,
  json: JSON.stringify,
  jsonb: JSON.stringify,
  'text[]': JSON.stringify,
  'numeric[]': (values: readonly unknown[]) => `[${values.map(inQuotes).join()}]`,
}

/** Far more requests than a batch has (`WRITES_MAX`). */
const REQUESTS_MAX = 1000

/** The name of a column in SQL: `profile_id` for `profileId`. */
export function columnName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

type InputWriter<C extends Columns> = {
  /** The table expression `input`: the rows of a parameter, by the names of their columns, where `condition` holds. */
  from(param: number, condition?: string): string
  /** The fields of a row, without the brace before them. */
  write(row: RowOf<C>): string
}

export function inputWriter<C extends Columns>(columns: C): InputWriter<C> {
  const fields = Object.entries(columns).map(([key, type], n) => ({
    key,
    column: `c${n + 1}`,
    name: columnName(key),
    type,
    text: asJson[type] as (value: unknown) => string,
  }))
  const names = fields.map(({ column, name }) => `${column} as ${name}`)
  const types = fields.map(({ column, type }) => `${column} ${type}`)
  return {
    // The range makes the planner expect few rows, although PostgreSQL estimates many rows for json_to_recordset. So each
    // row is looked up by key, one after the other, and the order of the input is the order in which rows are locked.
    from: (param, condition) => `(select ${['c0 as request_index', ...names].join(', ')}
            from json_to_recordset($${param}) as fields (${['c0 int', ...types].join(', ')})
           where c0 between 1 and ${REQUESTS_MAX}${condition ? ` and ${condition}` : ''}) input`,
    write: (row) => {
      let json = ''
      for (const { key, column, text } of fields) {
        const value = row[key]
        if (value !== undefined && value !== null) json += `,"${column}":${text(value)}`
      }
      return `${json}}`
    },
  }
}

/** Returns the rows of all requests as one parameter. The request index in `c0` counts from one. */
export function rowsJson(requests: readonly (readonly string[])[]): string {
  const rows: string[] = []
  for (const [n, written] of requests.entries())
    for (const fields of written) rows.push(`{"c0":${n + 1}${fields}`)
  return `[${rows.join()}]`
}
