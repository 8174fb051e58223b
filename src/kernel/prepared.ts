// One execution of a prepared statement by `pg`. The driver's own query object has PostgreSQL describe
// the columns at every execution and builds their parsers anew; the columns of a prepared statement
// never change, so this one asks once for each statement, and makes objects of rows as they arrive
// (docs/benchmarks.md).

import pg from 'pg'

/** A text that is prepared once per connection, under a name made from it. */
export type Prepared = {
  readonly name: string
  readonly text: string
  /** Its first column is `place`: rows come as `{ place, row }`, the row without it. */
  readonly placed?: boolean
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
type Settle = (error: unknown, rows: Row[]) => void

/** By the statement's name. */
const columnsOf = new Map<string, readonly Column[]>()

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
  private readonly placed: boolean
  private readonly found: Row[] = []
  private columns: readonly Column[] | undefined
  private failure: unknown

  constructor(
    { name, text, placed = false }: Prepared,
    values: readonly unknown[],
    settle: Settle,
  ) {
    super(text)
    this.name = name
    this.placed = placed
    this.values = values
    this.settle = settle
    this.columns = columnsOf.get(name)
    this.callback = (error) => settle(error, [])
  }

  override prepare(connection: object): void {
    super.prepare(this.columns === undefined ? connection : undescribing(connection))
  }

  handleRowDescription({ fields }: { fields: readonly Described[] }): void {
    this.columns = fields.map(columnOf)
    columnsOf.set(this.name, this.columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.failure !== undefined) return
    try {
      const { columns = [] } = this
      this.found.push(
        this.placed
          ? { place: placeOf(columns, fields), row: rowOf(columns, fields, 1) }
          : rowOf(columns, fields, 0),
      )
    } catch (error) {
      this.failure = error
    }
  }

  handleCommandComplete(): void {
    // A statement that answers no rows is not described by any.
    if (this.columns === undefined) columnsOf.set(this.name, [])
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

/** Zero, which is nobody's, where the statement has no answer that could be told apart. */
function placeOf(columns: readonly Column[], fields: readonly (string | null)[]): number {
  return columns[0]?.name === 'place' ? Number(fields[0]) : 0
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[], from: number): Row {
  const row: Row = {}
  for (let n = from; n < fields.length; n++) {
    const { name, parse } = columns[n] as Column
    const field = fields[n] as string | null
    row[name] = field === null ? null : parse(field)
  }
  return row
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
