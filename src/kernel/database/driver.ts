// The only file that depends on how `pg` works inside. The contract test `kernel/test/driver.test.ts` names each
// private member that is used here, so that an upgrade of `pg` fails there with a clear message.

import pg from 'pg'
import { ConnectionFailure, READ_ONLY } from './errors.ts'
import type { Hosts } from './hosts.ts'
import { columnOf, type Fields, type ReadRow } from './result-rows.ts'
import type { SilenceWatch } from './silence.ts'
import type { PreparedStatement } from './statement.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

export type Stream = {
  readonly bytesRead: number
  readonly destroyed: boolean
  readonly writableCorked: number
  cork(): void
  uncork(): void
  destroy(error?: Error): void
}

type ParameterStatus = { readonly parameterName: string; readonly parameterValue: string }

/** The members of a `pg.Client` that its documentation does not promise. */
export type ClientInternals = {
  host: string
  port: number
  readonly connection: ConnectionInternals
  /** False from the sending of a statement until the server is ready for the next. */
  readonly readyForQuery?: boolean
  readonly _queryQueue: readonly unknown[]
  readonly _sentQueryQueue: readonly unknown[]
}

type ConnectionInternals = {
  readonly stream: Stream
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
  /** Requests the description of a statement's columns. */
  describe(message: object): void
}

export function internalsOf(client: pg.ClientBase): ClientInternals {
  return client as unknown as ClientInternals
}

/** Closes a connection immediately. Its statements fail with `error`. */
export function destroyConnection(client: pg.ClientBase, error?: Error): void {
  internalsOf(client).connection.stream.destroy(error)
}

export type ConnectOptions = {
  readonly hosts: Hosts
  /** When absent, the connection may be silent for any time. */
  readonly silence?: SilenceWatch
  readonly mustBeWritable: boolean
}

export type NewClient = new (config?: string | pg.ClientConfig) => pg.Client

/** A pool of clients of one service. */
export function openPool(newClient: NewClient, config: object, max: number): Pool {
  const pool = new pg.Pool({ ...config, Client: newClient, max } as pg.PoolConfig)
  // The pool replaces a connection that breaks; the statement that was using it fails.
  pool.on('error', () => undefined)
  return pool
}

/** Clients that connect to the chosen host, are watched for silence, and never end the process by an error. */
export function clientsOf(options: ConnectOptions): NewClient {
  const readers: Readers = new Map()
  // A function and not an arrow, because the pool calls it with `new`.
  return function Client(config: Config) {
    const client: pg.Client & WithStatements = new pg.Client(config)
    client[STATEMENTS] = { readers, connectionWithoutDescribe: undefined }
    return prepareClient(client, options, config)
  } as unknown as NewClient
}

type Config = pg.ClientConfig & { readonly settings?: string }

function prepareClient(
  client: pg.Client,
  { hosts, silence, mustBeWritable }: ConnectOptions,
  { settings, connectionTimeoutMillis }: Config,
): pg.Client {
  const internals = internalsOf(client)
  const [connect, end] = [client.connect.bind(client), client.end.bind(client)]
  let isEnding = false
  const open = async (): Promise<void> => {
    const host = await hosts.find()
    // The pool may have given up on this client meanwhile, or was closed.
    if (isEnding || internals.connection.stream.destroyed)
      throw new ConnectionFailure('The connection was closed before it was open.')
    Object.assign(internals, host)
    // On both events, because the next connection may be opened before this one has ended.
    const forget = () => hosts.forget(host)
    client.once('error', forget).once('end', forget)
    const isReadOnly = mustBeWritable ? readOnlyOf(client) : undefined
    const stopLimit = destroyAfter(client, connectionTimeoutMillis)
    try {
      await connect()
      if (await isReadOnly?.())
        throw readOnlyError(`${internals.host}:${internals.port} is read-only`)
      if (settings !== undefined) await client.query(settings)
    } catch (error) {
      forget()
      client.end().catch(() => undefined)
      throw error
    } finally {
      stopLimit()
    }
    const stopWatching = silence?.add(
      client,
      watchedConnection(client, () => isEnding),
    )
    client.once('end', () => stopWatching?.())
  }
  // The statements of the connection fail with the error. Without a listener for it Node would exit.
  client.on('error', () => undefined)
  client.connect = ((callback?: (error?: Error) => void) => {
    if (callback === undefined) return open()
    open().then(() => callback(), callback)
    return undefined
  }) as typeof client.connect
  client.end = ((...rest: []) => {
    isEnding = true
    return end(...rest)
  }) as typeof client.end
  return client
}

/**
 * The driver's own limit ends with the server's first message, and `SilenceWatch` watches open connections only. A
 * server that falls silent in between would block everything that waits for this connection.
 */
function destroyAfter(client: pg.Client, ms: number | undefined): () => void {
  if (ms === undefined) return () => undefined
  const timeout = AbortSignal.timeout(ms)
  const destroy = () =>
    destroyConnection(
      client,
      new ConnectionFailure('The database server did not open a session in time.'),
    )
  timeout.addEventListener('abort', destroy)
  return () => timeout.removeEventListener('abort', destroy)
}

function watchedConnection(client: pg.Client, isEnding: () => boolean) {
  const internals = internalsOf(client)
  return {
    bytesReceived: () => internals.connection.stream.bytesRead,
    isAwaited: () =>
      isEnding() ||
      internals.readyForQuery === false ||
      internals._sentQueryQueue.length > 0 ||
      internals._queryQueue.length > 0,
    close: (error: Error) => destroyConnection(client, error),
  }
}

function readOnlyError(message: string): Error {
  return Object.assign(new Error(message), { code: READ_ONLY })
}

/** Listens while `client` connects. PostgreSQL reports both parameters; a connection pooler may not forward them. */
function readOnlyOf(client: pg.Client): () => Promise<boolean> {
  const reported = new Map<string, string>()
  internalsOf(client).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    reported.set(parameterName, parameterValue)
  })
  return async () => {
    const [standby, byDefault] = ['in_hot_standby', 'default_transaction_read_only'].map((name) =>
      reported.get(name),
    )
    if (standby !== undefined && byDefault !== undefined)
      return standby === 'on' || byDefault === 'on'
    const { rows } = await client.query('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'on'
  }
}

/** Row readers by the name of their statement: the columns of a prepared statement never change. */
type Readers = Map<string, ReadRow<unknown>>

type Statements = {
  /** Shared by all clients of a service. */
  readonly readers: Readers
  connectionWithoutDescribe: ConnectionInternals | undefined
}

const STATEMENTS = Symbol('statements')
type WithStatements = { [STATEMENTS]?: Statements }

/** Sends a statement over a client of `clientsOf`. It is prepared on this connection when it is first sent there. */
export function execute<T>(
  client: pg.ClientBase & WithStatements,
  statement: PreparedStatement<T>,
  values: readonly unknown[],
): Promise<T[]> {
  const statements = client[STATEMENTS]
  if (statements === undefined) throw new Error('This client was not created by `clientsOf`.')
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, rows: T[]) => (error ? reject(error) : resolve(rows))
    const execution = new Execution(statement, values, statements, settle)
    client.query(execution as unknown as pg.Submittable)
  })
}

type ColumnDescription = { readonly name: string; readonly dataTypeID: number }

/** The members of the driver's query object that are used or replaced here. */
const Query = pg.Query as unknown as new (
  text: string,
) => {
  name: string
  values: readonly unknown[]
  callback: (error: unknown) => void
  prepare(connection: ConnectionInternals): void
}

/**
 * One execution of a prepared statement. The driver's own query object requests the description of the columns
 * at every execution and builds their parsers again; this one requests it once for each statement, and makes
 * objects of rows as they arrive (docs/benchmarks/changes.tsv).
 */
class Execution<T> extends Query {
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
      columnOf({ name, typeId: dataTypeID }, (typeId) => pg.types.getTypeParser(typeId, 'text')),
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
    // A statement that returns no rows has no description.
    if (this.read === undefined) this.statements.readers.set(this.name, () => undefined)
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, this.found)
  }
}
