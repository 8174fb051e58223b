// How rows travel into a statement: as one JSON text, each value under the number of its column, since
// PostgreSQL looks every name up in every row. One parameter carries any number of rows, so a text is
// prepared once however many there are.

/** SQL types that a column of a write step may have, with what a store gives for each. */
type Values = {
  bigint: number
  int: number
  boolean: boolean
  text: string
  uuid: string
  /** Minor units, or decimal text. */
  numeric: bigint | string
  timestamptz: Temporal.Instant
  json: object
  jsonb: object
  'text[]': readonly string[]
  'numeric[]': readonly (bigint | string)[]
}

export type Columns = Readonly<Record<string, keyof Values>>

/** A row of these columns, each of them named, so that none is forgotten. What is undefined is null. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: Values[C[K]] | null | undefined
}

const quoted = (value: unknown) => `"${value}"`
const asJson: Readonly<Record<keyof Values, (value: never) => string>> = {
  bigint: String,
  int: String,
  boolean: String,
  text: JSON.stringify,
  uuid: JSON.stringify,
  numeric: quoted,
  timestamptz: quoted,
  json: JSON.stringify,
  jsonb: JSON.stringify,
  'text[]': JSON.stringify,
  'numeric[]': (values: readonly unknown[]) => `[${values.map(quoted).join()}]`,
}

/** Far more than there are. */
const REQUESTS_MAX = 1000

export type Writer<C extends Columns> = {
  /** What SQL reads from: the rows of a parameter, by the names of their columns. */
  input(param: number): string
  /** The fields of a row, without the brace before them. */
  write(row: RowOf<C>): string
}

export function writerOf<C extends Columns>(columns: C): Writer<C> {
  const fields = Object.entries(columns).map(([key, type], n) => ({
    key,
    column: `c${n + 1}`,
    name: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type,
    text: asJson[type] as (value: unknown) => string,
  }))
  const named = [
    'c0 as request_index',
    ...fields.map(({ column, name }) => `${column} as ${name}`),
  ].join(', ')
  const typed = ['c0 int', ...fields.map(({ column, type }) => `${column} ${type}`)].join(', ')
  return {
    // The range tells the planner that rows are few, whatever it believes of JSON: so each is looked up by
    // key, one after the other, and their order is the order in which rows are locked.
    input: (param) => `(select ${named}
            from json_to_recordset($${param}) as fields (${typed})
           where c0 between 1 and ${REQUESTS_MAX}) input`,
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

/** All rows as one parameter. Those of one request have the same index, counted from one. */
export function rowsJson(requests: readonly (readonly string[])[]): string {
  const rows: string[] = []
  for (let n = 0; n < requests.length; n++)
    for (const fields of requests[n] as readonly string[]) rows.push(`{"c0":${n + 1}${fields}`)
  return `[${rows.join()}]`
}
