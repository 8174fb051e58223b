// What depends on how `pg` works inside, but for its query object (prepared.ts). The contract test
// `test/driver.test.ts` names each private member, so that an upgrade of `pg` fails there with a sentence.

import pg from 'pg'
import { ConnectionFailure, READ_ONLY } from './errors.ts'
import type { Hosts } from './hosts.ts'
import type { Silence } from './silence.ts'

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
export type ClientInside = {
  host: string
  port: number
  readonly connection: {
    readonly stream: Stream
    on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
  }
  /** False from the sending of a statement until the server is ready for the next. */
  readonly readyForQuery?: boolean
  readonly _queryQueue: readonly unknown[]
  readonly _sentQueryQueue: readonly unknown[]
}

export function insideOf(client: pg.ClientBase): ClientInside {
  return client as unknown as ClientInside
}

/** Ends a connection at once, whatever it is doing. */
export function breakOff(client: pg.ClientBase, error?: Error): void {
  insideOf(client).connection.stream.destroy(error)
}

export type Opening = {
  readonly hosts: Hosts
  /** Undefined: the connection may be silent for as long as it likes. */
  readonly silence?: Silence
  readonly mustBeWritable: boolean
}

export type NewClient = new (config?: string | pg.ClientConfig) => pg.Client

/** Clients that connect to the chosen host, are watched for silence, and never end the process by an error. */
export function clientsOf(opening: Opening): NewClient {
  // A function and not an arrow, because the pool calls it with `new`.
  return function Client(config: Config) {
    return prepareClient(new pg.Client(config), opening, config)
  } as unknown as NewClient
}

type Config = pg.ClientConfig & { readonly settings?: string }

function prepareClient(
  client: pg.Client,
  { hosts, silence, mustBeWritable }: Opening,
  { settings, connectionTimeoutMillis }: Config,
): pg.Client {
  const inside = insideOf(client)
  const [connect, end] = [client.connect.bind(client), client.end.bind(client)]
  let isEnding = false
  const open = async (): Promise<void> => {
    const host = await hosts.find()
    // Meanwhile the pool may have lost its patience, or was closed.
    if (isEnding || inside.connection.stream.destroyed)
      throw new ConnectionFailure('The connection was closed before it was open.')
    Object.assign(inside, host)
    // On both, because the next connection may be wanted before this one has ended.
    const forget = () => hosts.forget(host)
    client.once('error', forget).once('end', forget)
    const isReadOnly = mustBeWritable ? readOnlyOf(client) : undefined
    const stopLimit = breakOffAfter(client, connectionTimeoutMillis)
    try {
      await connect()
      if (await isReadOnly?.()) throw readOnly(`${inside.host}:${inside.port} is read-only`)
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
      watched(client, () => isEnding),
    )
    client.once('end', () => stopWatching?.())
  }
  // Whoever awaits an answer is told by its statement; without a listener Node would exit.
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
 * The driver's own limit ends once the server has greeted. One that falls silent right then would keep
 * whatever waits for this connection for ever: the watch begins only when the connection is open.
 */
function breakOffAfter(client: pg.Client, ms: number | undefined): () => void {
  if (ms === undefined) return () => undefined
  const late = AbortSignal.timeout(ms)
  const tooSlow = () =>
    breakOff(client, new ConnectionFailure('The database server did not open a session in time.'))
  late.addEventListener('abort', tooSlow)
  return () => late.removeEventListener('abort', tooSlow)
}

function watched(client: pg.Client, isEnding: () => boolean) {
  const inside = insideOf(client)
  return {
    bytesReceived: () => inside.connection.stream.bytesRead,
    isAwaited: () =>
      isEnding() ||
      inside.readyForQuery === false ||
      inside._sentQueryQueue.length > 0 ||
      inside._queryQueue.length > 0,
    cut: (error: Error) => breakOff(client, error),
  }
}

function readOnly(message: string): Error {
  return Object.assign(new Error(message), { code: READ_ONLY })
}

/** Listens while `client` connects. PostgreSQL reports both parameters by itself; a pooler may keep them back. */
function readOnlyOf(client: pg.Client): () => Promise<boolean> {
  const reported = new Map<string, string>()
  insideOf(client).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
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
