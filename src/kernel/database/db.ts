// The database of a running service: transactions, single statements, sessions, retries.

import type { Instance } from '../instance-memory.ts'
import { refuseTryLater } from '../try-later.ts'
import { batchedReads, type Read } from './batch-lookups.ts'
import { batchedWrites, type SendWrite, unbatchedWrites } from './batch-writes.ts'
import { type Compose, composer } from './compose-write.ts'
import type { Pool } from './driver.ts'
import {
  databaseErrorOf,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  READ_ONLY,
  RetryError,
} from './errors.ts'
import { type DatabaseLimits, openConnections } from './open-connections.ts'
import type { Reader, Tx } from './reader.ts'
import type { Queryable } from './statement.ts'
import { inTransaction, serializeStatements } from './transaction.ts'

export type { Reader, Tx } from './reader.ts'
export { lookup, type Statement, sql } from './statement.ts'

type SessionOptions = { readonly statementMsMax: number }

export type Database = {
  readonly reader: Reader
  /** Runs `work` between begin and commit. Retries `work` after a conflict with another transaction (`RETRY_DELAYS_MS`). */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` without begin and commit. `work` may write with one statement, which is atomic and may be batched.
   * Retries like `transact`. `work` that first changes rows other than by `tx.write` is begun again in a transaction.
   */
  oneStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` on one connection without a transaction, for advisory locks and for statements that take long. A statement
   * may take `statementMsMax`; by default as long as a statement of a transaction.
   */
  session<T>(work: (reader: Reader) => Promise<T>, options?: SessionOptions): Promise<T>
  readonly pool: Pool
  close(): Promise<void>
}

/**
 * `poolMax` is the number of connections for transactions and sessions; its default is that of `GODWIT_POOL_MAX`. `limits`
 * replaces limits of a service, for tests and tools.
 */
export function openDatabase(
  url: string,
  poolMax = 12,
  limits: Partial<DatabaseLimits> = {},
): Database {
  const connections = openConnections(url, poolMax, limits)
  const { pool, reads, shortLockPipeline, longLockPipeline } = connections
  const instance: Instance = new Map()
  const compose = composer()
  const reader = readerOn(batchedReads(reads), instance)
  const sendWrite = batchedWrites(shortLockPipeline, longLockPipeline, compose)
  const transact: Database['transact'] = (work) =>
    retry(() => inTransaction(pool, (on) => txOn(on, instance, compose), work))
  return {
    reader,
    pool,
    transact,
    oneStatement: (work) =>
      retry(() => work(oneStatementTx(reader, sendWrite))).catch((error) => {
        if (error instanceof TransactionNeeded) return transact(work)
        throw error
      }),
    session: (work, options) =>
      connections.session(
        (client) => work(readerOn(readsOn(serializeStatements(client)), instance)),
        options?.statementMsMax,
      ),
    close: connections.close,
  }
}

/**
 * The waits before the second, third and fourth attempt; a choice of this project. The other transaction usually ends within
 * milliseconds.
 */
const RETRY_DELAYS_MS = [0, 5, 20]
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/** Retries `attempt` after a conflict with another transaction, or when the server no longer accepts writes. */
async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (isOverload(error)) refuseTryLater(error)
      if (!isRetriable(error)) throw error
      const delayMs = RETRY_DELAYS_MS[retries] ?? refuseTryLater(error)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

/** Whether a wait for a lock, for the end of a statement or for a connection took too long. */
function isOverload(error: unknown): boolean {
  const { code, message = '' } = databaseErrorOf(error)
  // The pool reports by a message without a code that all connections stayed in use, so nothing was begun.
  return (
    code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED || message.startsWith('timeout exceeded')
  )
}

function isRetriable(error: unknown): boolean {
  const { code } = databaseErrorOf(error)
  return (
    error instanceof RetryError ||
    code === SERIALIZATION_FAILURE ||
    code === DEADLOCK_DETECTED ||
    code === READ_ONLY
  )
}

function readsOn(on: Queryable): Read {
  return (statement, values) => on.query(statement, values)
}

// The casts are safe, because the rows have the type that their statement declares.
function readerOn(read: Read, instance: Instance): Reader {
  return {
    instance,
    rows: (statement, params = []) => read(statement, params).catch(rethrow) as Promise<never[]>,
    row: (statement, params = []) =>
      read(statement, params).then(firstOf, rethrow) as Promise<never>,
  }
}

function txOn(on: Queryable, instance: Instance, compose: Compose): Tx {
  return addWrite(readerOn(readsOn(on), instance), unbatchedWrites(on, compose))
}

const SECOND_WRITE =
  'a second write in a use case of `oneStatement`: pass all steps to one call of `tx.write`'

/**
 * A use case of `oneStatement` changes rows by a statement other than `tx.write`, before it has written anything. Without a
 * transaction that statement would be committed by itself.
 */
class TransactionNeeded extends Error {}

function oneStatementTx(reader: Reader, sendWrite: SendWrite): Tx {
  let hasWritten = false
  const refuseChange = () =>
    Promise.reject(
      hasWritten
        ? new Error(SECOND_WRITE)
        : new TransactionNeeded('a statement other than the one write of a use case changes rows'),
    )
  const readsOnly: Reader = {
    instance: reader.instance,
    rows: (statement, params) =>
      statement.changesRows ? refuseChange() : reader.rows(statement, params),
    row: (statement, params) =>
      statement.changesRows ? refuseChange() : reader.row(statement, params),
  }
  return addWrite(readsOnly, (steps) => {
    if (hasWritten) throw new Error(SECOND_WRITE)
    hasWritten = true
    return sendWrite(steps)
  })
}

function addWrite(reader: Reader, sendWrite: SendWrite): Tx {
  const write: Tx['write'] = (first, ...others) =>
    sendWrite([first, ...others]).catch(rethrow) as Promise<never[]>
  return { ...reader, write } as Tx
}

function firstOf<T>([first]: readonly T[]): T | undefined {
  return first
}

/**
 * Gives the error the stack of the caller, because the driver's ends at a socket. A rejection handler and not an
 * `await`, because every statement of every request passes here (docs/benchmarks/changes.tsv).
 */
function rethrow(error: unknown): never {
  // PostgreSQL has undone the statement because it took too long.
  if (databaseErrorOf(error).code === QUERY_CANCELED) refuseTryLater(error)
  if (error instanceof Error) Error.captureStackTrace(error, rethrow)
  throw error
}
