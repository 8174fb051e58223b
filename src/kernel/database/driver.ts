// `pg`, the driver of PostgreSQL, and those of its members that the documentation of `pg` does not promise. In the kernel
// only this file imports `pg` and declares these members. The contract test `kernel/test/driver.test.ts` uses each of them, so
// that an upgrade of `pg` that changes one of them fails in that test.

import pg from 'pg'
import type { Fields } from './result-rows.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
export type Client = pg.Client
export type AnyClient = pg.ClientBase
export type ClientConfig = pg.ClientConfig & {
  /** Statements that are run once the client is connected. */
  readonly settings?: string
}
export type NewClient = new (config?: string | pg.ClientConfig) => Client

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
type ClientInternals = {
  host: string
  port: number
  readonly connection: ConnectionInternals
  /** False from the sending of a statement until the server is ready for the next. */
  readonly readyForQuery?: boolean
  readonly _queryQueue: readonly unknown[]
  readonly _sentQueryQueue: readonly unknown[]
}

export type ConnectionInternals = {
  readonly stream: Stream
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
  /** Requests the description of a statement's columns. */
  describe(message: object): void
}

export function internalsOf(client: AnyClient): ClientInternals {
  return client as unknown as ClientInternals
}

/** Closes a connection immediately. Its statements fail with `error`. */
export function destroyConnection(client: AnyClient, error?: Error): void {
  internalsOf(client).connection.stream.destroy(error)
}

/** Whether the server still has to answer a statement of the client. */
export function isAwaitingAnswer(client: AnyClient): boolean {
  const { readyForQuery, _sentQueryQueue, _queryQueue } = internalsOf(client)
  return readyForQuery === false || _sentQueryQueue.length > 0 || _queryQueue.length > 0
}

export function createClient(config: ClientConfig): Client {
  return new pg.Client(config)
}

/** A pool of clients of one service. */
export function openPool(newClient: NewClient, config: object, max: number): Pool {
  const pool = new pg.Pool({ ...config, Client: newClient, max } as pg.PoolConfig)
  // An idle connection has broken. The pool replaces it; without a listener Node would exit.
  pool.on('error', () => undefined)
  return pool
}

export type ColumnDescription = { readonly name: string; readonly dataTypeID: number }

/** The members of the driver's query object that `execute.ts` uses or replaces. */
export const Query = pg.Query as unknown as new (
  text: string,
) => {
  name: string
  values: readonly unknown[]
  callback: (error: unknown) => void
  prepare(connection: ConnectionInternals): void
}

/** The messages of the server that a query object gets from its connection. */
export type QueryMessages = {
  handleRowDescription(message: { fields: readonly ColumnDescription[] }): void
  handleDataRow(message: { fields: Fields }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
}

/** Sends a query object over the client. */
export function submit(client: AnyClient, query: QueryMessages): void {
  client.query(query as unknown as pg.Submittable)
}

/** The driver's own parser of a type of PostgreSQL. */
export function parserOf(typeId: number): (text: string) => unknown {
  return pg.types.getTypeParser(typeId, 'text')
}
