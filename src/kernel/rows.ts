// How rows travel into a statement: as one JSON text, each value under the name of its column. One
// parameter carries any number of rows, so a text is prepared once however many there are.

/** SQL types that a column of a part may have, with what a store gives for each. */
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

export type Writer<C extends Columns> = {
  /** `place int, profile_id bigint`: what SQL calls the columns. */
  readonly definition: string
  /** The fields of a row, without the brace before them. */
  write(row: RowOf<C>): string
}

export function writerOf<C extends Columns>(columns: C): Writer<C> {
  const fields = Object.entries(columns).map(([key, type]) => ({
    key,
    name: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type,
    text: asJson[type] as (value: unknown) => string,
  }))
  return {
    definition: ['place int', ...fields.map(({ name, type }) => `${name} ${type}`)].join(', '),
    write: (row) => {
      let json = ''
      for (const { key, name, text } of fields) {
        const value = row[key]
        if (value !== undefined && value !== null) json += `,"${name}":${text(value)}`
      }
      return `${json}}`
    },
  }
}

/** All rows as one parameter. Those of one asker have the same place, counted from one. */
export function rowsJson(askers: readonly (readonly string[])[]): string {
  const rows: string[] = []
  for (let n = 0; n < askers.length; n++)
    for (const fields of askers[n] as readonly string[]) rows.push(`{"place":${n + 1}${fields}`)
  return `[${rows.join()}]`
}
