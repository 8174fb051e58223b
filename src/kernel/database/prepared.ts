// One execution of a prepared statement by `pg`. The driver's own query object has PostgreSQL describe
// the columns at every execution and builds their parsers anew; the columns of a prepared statement
// never change, so this one asks once for each statement, and makes objects of rows as they arrive
// (docs/benchmarks.md).

import pg from 'pg'

/** A text that is prepared once per connection, under a name made from it. */
export type Prepared = {
  readonly name: string
  readonly text: string
  /** Its first column is `request_index`: rows come as `{ requestIndex, row }`, the row without it. */
  readonly hasRequestIndex?: boolean
}

export type Row = Record<string, unknown>

/** Sends the statement over `client`. Columns come back in camelCase. */
export function execute(
  client: pg.ClientBase,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, rows: Row[]) => (error ? reject(error) : resolve(rows))
    client.query(new Execution(statement, values, settle) as unknown as pg.Submittable)
  })
}

type Column = { readonly name: string; readonly parse: (text: string) => unknown }
type Fields = readonly (string | null)[]
/** Makes an object of a row that has arrived. */
type Read = (fields: Fields) => Row
type Settle = (error: unknown, rows: Row[]) => void

/** By the statement's name. */
const reads = new Map<string, Read>()
const readNothing: Read = () => ({})

type Described = { readonly name: string; readonly dataTypeID: number }

/** The parts of the driver's query object that are built upon here. */
const Query = pg.Query as unknown as new (
  text: string,
) => {
  name: string
  values: readonly unknown[]
  callback: (error: unknown) => void
  prepare(connection: object): void
}

class Execution extends Query {
  private readonly settle: Settle
  private readonly hasRequestIndex: boolean
  private readonly found: Row[] = []
  private read: Read | undefined
  private failure: unknown

  constructor(
    { name, text, hasRequestIndex = false }: Prepared,
    values: readonly unknown[],
    settle: Settle,
  ) {
    super(text)
    this.name = name
    this.hasRequestIndex = hasRequestIndex
    this.values = values
    this.settle = settle
    this.read = reads.get(name)
    this.callback = (error) => settle(error, [])
  }

  override prepare(connection: object): void {
    super.prepare(this.read === undefined ? connection : undescribing(connection))
  }

  handleRowDescription({ fields }: { fields: readonly Described[] }): void {
    const columns = fields.map(columnOf)
    this.read = this.hasRequestIndex ? readWithRequestIndex(columns) : readInto(columns)
    reads.set(this.name, this.read)
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    if (this.failure !== undefined) return
    const { read = readNothing } = this
    try {
      this.found.push(read(fields))
    } catch (error) {
      this.failure = error
    }
  }

  handleCommandComplete(): void {
    // A statement that answers no rows is not described by any.
    if (this.read === undefined) reads.set(this.name, readNothing)
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, this.found)
  }
}

const undescribed = new WeakMap<object, object>()

/** The same connection, but that it does not ask for a description. */
function undescribing(connection: object): object {
  let same = undescribed.get(connection)
  if (same === undefined) {
    same = Object.create(connection, { describe: { value: () => undefined } }) as object
    undescribed.set(connection, same)
  }
  return same
}

function columnOf({ name, dataTypeID }: Described): Column {
  return { name: camelCase(name), parse: parserOf(dataTypeID) }
}

function readWithRequestIndex(columns: readonly Column[]): Read {
  const read = readInto(columns, 1)
  // Zero, which is nobody's, where the statement has no answer that could be told apart.
  const hasIndex = columns[0]?.name === 'requestIndex'
  return (fields) => ({ requestIndex: hasIndex ? Number(fields[0]) : 0, row: read(fields) })
}

/**
 * Written out as code, so that an object is made in one go: to look each of its columns up would cost
 * more than to read it. The names are those of our own statements; `from` is the first that is taken.
 */
function readInto(columns: readonly Column[], from = 0): Read {
  const values = columns.map(
    ({ name }, n) => `${JSON.stringify(name)}: f[${n}] === null ? null : p[${n}](f[${n}])`,
  )
  values.splice(0, from)
  const build = new Function('p', `return (f) => ({ ${values.join(', ')} })`)
  return build(columns.map(({ parse }) => parse)) as Read
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

// Types on the way out: ids are numbers, money is bigint, instants are Temporal, rates are cast to
// text by their columns.
const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.NUMERIC, wholeNumeric],
  [builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text)],
  [builtins.DATE, (text) => text],
])

function parserOf(type: number): (text: string) => unknown {
  return parsers.get(type) ?? pg.types.getTypeParser(type, 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`identifier out of range: ${text}`)
  return value
}

function wholeNumeric(text: string): bigint {
  if (text.includes('.')) throw new RangeError(`select this fraction as text: ${text}`)
  return BigInt(text)
}
