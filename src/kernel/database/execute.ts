// Sends prepared statements over a client, and makes objects of their rows.

import {
  type AnyClient,
  type ColumnDescription,
  type ConnectionInternals,
  parserOf,
  Query,
  type QueryMessages,
  submit,
} from './driver.ts'
import { columnOf, type Fields, type ReadRow } from './result-rows.ts'
import type { PreparedStatement } from './statement.ts'

/** Row readers by the name of their statement: the columns of a prepared statement never change. */
export type Readers = Map<string, ReadRow<unknown>>

type Statements = {
  /** Shared by all clients of a service. */
  readonly readers: Readers
  connectionWithoutDescribe: ConnectionInternals | undefined
}

const STATEMENTS = Symbol('statements')
type WithStatements = { [STATEMENTS]?: Statements }

/** Lets `execute` send statements over the client. */
export function acceptStatements(client: AnyClient & WithStatements, readers: Readers): void {
  client[STATEMENTS] = { readers, connectionWithoutDescribe: undefined }
}

/** Sends a statement over a client of `clientsOf`. The first execution on a connection prepares the statement there. */
export function execute<T>(
  client: AnyClient & WithStatements,
  statement: PreparedStatement<T>,
  values: readonly unknown[],
): Promise<T[]> {
  const statements = client[STATEMENTS]
  if (statements === undefined) throw new Error('This client was not created by `clientsOf`.')
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, rows: T[]) => (error ? reject(error) : resolve(rows))
    const execution = new Execution(statement, values, statements, settle)
    submit(client, execution)
  })
}

/**
 * One execution of a prepared statement. The driver's own query object requests the description of the columns
 * at every execution and builds their parsers again; this class requests the description once for each statement, and
 * makes objects of rows as they arrive (docs/benchmarks/changes.tsv).
 */
class Execution<T> extends Query implements QueryMessages {
  // Not called `rows`: the driver takes a member of this name for an option.
  private readonly found: T[] = []
  private read: ReadRow<T> | undefined
  private failure: unknown
  private readonly statement: PreparedStatement<T>
  private readonly statements: Statements
  private readonly settle: (error: unknown, rows: T[]) => void

  constructor(
    statement: PreparedStatement<T>,
    values: readonly unknown[],
    statements: Statements,
    settle: (error: unknown, rows: T[]) => void,
  ) {
    super(statement.text)
    this.name = statement.name
    this.values = values
    this.callback = (error) => settle(error, [])
    this.statement = statement
    this.statements = statements
    this.settle = settle
    // Equal names are equal texts, and equal texts have the same reader.
    this.read = statements.readers.get(statement.name) as ReadRow<T> | undefined
  }

  override prepare(connection: ConnectionInternals): void {
    if (this.read === undefined) {
      super.prepare(connection)
      return
    }
    this.statements.connectionWithoutDescribe ??= Object.create(connection, {
      describe: { value: () => undefined },
    }) as ConnectionInternals
    super.prepare(this.statements.connectionWithoutDescribe)
  }

  handleRowDescription({ fields }: { fields: readonly ColumnDescription[] }): void {
    const columns = fields.map(({ name, dataTypeID }) =>
      columnOf({ name, typeId: dataTypeID }, parserOf),
    )
    this.read = this.statement.reader(columns)
    this.statements.readers.set(this.name, this.read)
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    if (this.failure !== undefined) return
    try {
      if (this.read === undefined) throw new Error('a row arrived before its description')
      this.found.push(this.read(fields))
    } catch (error) {
      this.failure = error
    }
  }

  handleCommandComplete(): void {
    // A statement without result columns has no description of rows. Without this reader each execution would request it again.
    if (this.read === undefined) this.statements.readers.set(this.name, () => undefined)
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, this.found)
  }
}
