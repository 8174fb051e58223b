// How a client connects: to the host that is chosen at that moment, within a limited time and, where `mustBeWritable`, only
// when the host accepts writes.

import {
  type Client,
  type ClientConfig,
  createClient,
  destroyConnection,
  internalsOf,
  isAwaitingAnswer,
  type NewClient,
} from './driver.ts'
import { ConnectionFailure, READ_ONLY } from './errors.ts'
import { acceptStatements, type Readers } from './execute.ts'
import type { HostSearch } from './hosts.ts'
import type { SilenceWatch } from './silence.ts'

type ConnectOptions = {
  readonly hosts: HostSearch
  /** When absent, the connection may be silent for any time. */
  readonly silence?: SilenceWatch
  readonly mustBeWritable: boolean
}

/** Clients that connect to the chosen host, are watched for silence, and never end the process by an error. */
export function clientsOf(options: ConnectOptions): NewClient {
  const readers: Readers = new Map()
  // A function and not an arrow, because the pool calls it with `new`.
  return function Client(config: ClientConfig) {
    const client = createClient(config)
    acceptStatements(client, readers)
    return prepareClient(client, options, config)
  } as unknown as NewClient
}

function prepareClient(
  client: Client,
  { hosts, silence, mustBeWritable }: ConnectOptions,
  { settings, connectionTimeoutMillis }: ClientConfig,
): Client {
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
    const isReadOnly = mustBeWritable ? readOnlyCheck(client) : undefined
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
    const stopWatching = silence?.watch(
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
  client.end = ((...callback: []) => {
    isEnding = true
    return end(...callback)
  }) as typeof client.end
  return client
}

/**
 * Closes the connection after `ms`, unless the returned function is called before. The driver's own limit ends with the
 * server's first message, and `SilenceWatch` watches open connections only. A server that falls silent in between would
 * block everything that waits for this connection.
 */
function destroyAfter(client: Client, ms: number | undefined): () => void {
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

function watchedConnection(client: Client, isEnding: () => boolean) {
  const { connection } = internalsOf(client)
  return {
    bytesReceived: () => connection.stream.bytesRead,
    isAwaited: () => isEnding() || isAwaitingAnswer(client),
    close: (error: Error) => destroyConnection(client, error),
  }
}

function readOnlyError(message: string): Error {
  return Object.assign(new Error(message), { code: READ_ONLY })
}

/**
 * Listens while `client` connects. The returned function, called afterwards, resolves to whether the server is read-only.
 * PostgreSQL reports `in_hot_standby` and `default_transaction_read_only` to each connection. A connection pooler may not
 * forward these reports; then a statement reads the state of the server.
 */
function readOnlyCheck(client: Client): () => Promise<boolean> {
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
