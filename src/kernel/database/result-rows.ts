// How rows come out of PostgreSQL: as objects with the columns in camelCase. Ids are numbers, money is bigint,
// instants are Temporal, days are text; a column with a rate is cast to text by its statement.

export type Fields = readonly (string | null)[]
export type Column = { readonly name: string; readonly parse: (text: string) => unknown }

/** Makes an object of the fields of each row that arrives. */
export type ReadRow<T> = (fields: Fields) => T
export type RowReader<T> = (columns: readonly Column[]) => ReadRow<T>

/** A row of a batch with the index of its request, counted from one; zero when the row has no index or the index is null. */
export type BatchRow<R> = { readonly requestIndex: number; readonly row: R }

type Row = Readonly<Record<string, unknown>>

export function rowReader(columns: readonly Column[]): ReadRow<Row> {
  return readFrom(columns, 0)
}

export function batchRowReader(columns: readonly Column[]): ReadRow<BatchRow<Row>> {
  const read = readFrom(columns, 1)
  const hasIndex = columns[0]?.name === 'requestIndex'
  return (fields) => ({ requestIndex: hasIndex ? Number(fields[0]) : 0, row: read(fields) })
}

/**
 * The function is generated as code, so that an object is created with all its columns together: looking up each column
 * would cost more than parsing its text (docs/benchmarks/changes.tsv). The names come from our own statements. `first` is
 * the index of the first column that becomes a field.
 */
function readFrom(columns: readonly Column[], first: number): ReadRow<Row> {
  const values = columns.map(
    ({ name }, n) => `${JSON.stringify(name)}: f[${n}] === null ? null : p[${n}](f[${n}])`,
  )
  const build = new Function('p', `return (f) => ({ ${values.slice(first).join(', ')} })`)
  return build(columns.map(({ parse }) => parse)) as ReadRow<Row>
}

// Type ids of PostgreSQL's catalogue (pg_type.dat), which never change.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [INT8, safeInteger],
  [NUMERIC, wholeNumeric],
  [TIMESTAMPTZ, (text) => Temporal.Instant.from(text)],
  [DATE, (text) => text],
])

/** `parserOf` has the parsers of the types that are not listed here. */
export function columnOf(
  { name, typeId }: { readonly name: string; readonly typeId: number },
  parserOf: (typeId: number) => (text: string) => unknown,
): Column {
  return { name: camelCase(name), parse: parsers.get(typeId) ?? parserOf(typeId) }
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
}

function wholeNumeric(text: string): bigint {
  if (text.includes('.')) throw new RangeError(`select this fraction as text: ${text}`)
  return BigInt(text)
}
