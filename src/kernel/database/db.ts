// The database of a running service: connections, transactions, retries, limits.

import type { Instance } from '../instance-memory.ts'
import { refuseTryLater } from '../try-later.ts'
import { batchedReads, type Read } from './batch-lookups.ts'
import { batchedWrites, type SendWrite, unbatchedWrites } from './batch-writes.ts'
import { type Compose, composer } from './compose-write.ts'
import { clientsTo } from './connections.ts'
import { openPool, type Pool } from './driver.ts'
import {
  endsConnection,
  failureOf,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  READ_ONLY,
  RetryError,
} from './errors.ts'
import { openPipeline } from './pipeline.ts'
import type { Reader, Tx } from './reader.ts'
import { CHECK_INTERVAL_MS, watchSilence } from './silence.ts'
import type { Queryable } from './statement.ts'
import { inTransaction, serialized, takeClient } from './transaction.ts'

export { refuseTryLater, TryLater } from '../try-later.ts'
export type { Reader, Tx } from './reader.ts'
export { lookup, type Statement, sql } from './statement.ts'

export type SessionOptions = { readonly statementMsMax: number }

export type Database = {
  readonly reader: Reader
  /** Runs `work` between begin and commit. Retries it after each of `RETRY_DELAYS_MS` when its rows were changed. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` without begin and commit. It may write once, with one statement, which is atomic and may be batched.
   * Retries like `transact`.
   */
  singleStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` on one connection without a transaction, for advisory locks. A statement may take
   * `statementMsMax`.
   */
  session<T>(work: (reader: Reader) => Promise<T>, options?: SessionOptions): Promise<T>
  readonly pool: Pool
  close(): Promise<void>
}

// Every statement is prepared and finds its rows by key, so one plan serves all values; by default PostgreSQL would
// plan the first five executions on every connection anew. Memoize would give two equal keys of a batch the same
// rows, but a lookup may generate an id for each.
const PLANNER_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_memoize: 'off',
}
/** Connections of all reads outside transactions. */
const READS = { connections: 2, unansweredMax: 1_000 }
/** Connections of batches of writes: a batch that waits for a lock delays those behind it. */
const BATCHES = { connections: 4, unansweredMax: 250 }
/** Connections of single writes, which may wait for a lock. */
const WRITES = { connections: 8, unansweredMax: 64 }
/** For a batch, which may hold locks of several tenants. */
const SHORT_LOCK_TIMEOUT_MS = 50
/** A client waits about ten seconds for a reply, so each of these ends before that (D120, D125). */
const LIMITS = {
  lockMs: 2_000,
  /** PostgreSQL cancels a slower statement. Shorter than `silenceMs`, or it would look like a lost host. */
  runMs: 5_000,
  /** A connection is closed when nothing arrives on it while an answer is awaited. */
  silenceMs: 6_000,
  /** A connection is closed when one statement stays unanswered, although others are answered. */
  statementMs: 8_000,
  idleInTransactionMs: 15_000,
  checkIntervalMs: CHECK_INTERVAL_MS,
}

/** `limits` is for tests, which use shorter ones. */
export function openDatabase(
  url: string,
  poolMax = 12,
  limits: Partial<typeof LIMITS> = {},
): Database {
  const { lockMs, runMs, idleInTransactionMs, checkIntervalMs, ...waits } = { ...LIMITS, ...limits }
  const silence = watchSilence(waits, checkIntervalMs)
  const { newClient, config: fromUrl } = clientsTo(url, silence)
  // Set after connecting, so that they override those of the URL, and because a connection pooler refuses such
  // parameters at the start of a session.
  const config = (lock_timeout: number) => ({
    ...fromUrl,
    settings: settingsText({
      ...PLANNER_SETTINGS,
      lock_timeout,
      statement_timeout: runMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  })
  const onPipeline = { newClient, silence }
  const pool = openPool(newClient, config(lockMs), poolMax)
  const reads = openPipeline({ ...onPipeline, ...READS, config: config(lockMs) })
  const shortLockTimeout = openPipeline({
    ...onPipeline,
    ...BATCHES,
    config: config(SHORT_LOCK_TIMEOUT_MS),
  })
  const longLockTimeout = openPipeline({ ...onPipeline, ...WRITES, config: config(lockMs) })
  const watching = setInterval(silence.check, checkIntervalMs).unref()
  const instance: Instance = new Map()
  const compose = composer()
  const reader = readerOn(batchedReads(reads), instance)
  const sendWrite = batchedWrites(shortLockTimeout, longLockTimeout, compose)
  return {
    reader,
    pool,
    transact: (work) => retry(() => inTransaction(pool, (on) => txOn(on, instance, compose), work)),
    singleStatement: (work) => retry(() => work(singleStatementTx(reader, sendWrite))),
    session: async (work, { statementMsMax } = { statementMsMax: runMs }) => {
      const client = await takeClient(pool)
      const allow = async (ms: number) => {
        silence.allowSilence(client, ms + waits.silenceMs)
        await client.query(`set statement_timeout = ${Math.ceil(ms)}`)
      }
      let isBroken = false
      try {
        if (statementMsMax !== runMs) await allow(statementMsMax)
        return await work(readerOn(readsOn(serialized(client)), instance))
      } catch (error) {
        isBroken = endsConnection(error)
        throw error
      } finally {
        // The next user of the connection must not get the longer limit.
        client.release(isBroken || statementMsMax !== runMs)
      }
    },
    close: async () => {
      await Promise.all([
        pool.end(),
        reads.close(),
        shortLockTimeout.close(),
        longLockTimeout.close(),
      ])
      clearInterval(watching)
    },
  }
}

function settingsText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}

/** The waits before the second, third and fourth attempt. */
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
  const { code, message = '' } = failureOf(error)
  // The message is the pool's, which has no code for it: all connections stayed in use, so nothing was begun.
  return (
    code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED || message.startsWith('timeout exceeded')
  )
}

function isRetriable(error: unknown): boolean {
  const { code } = failureOf(error)
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

// The rows have the type that their statement declares.
function readerOn(read: Read, instance: Instance): Reader {
  return {
    instance,
    rows: (statement, params = []) => read(statement, params).catch(rethrow) as Promise<never[]>,
    row: (statement, params = []) =>
      read(statement, params).then(firstOf, rethrow) as Promise<never>,
  }
}

function txOn(on: Queryable, instance: Instance, compose: Compose): Tx {
  return writable(readerOn(readsOn(on), instance), unbatchedWrites(on, compose))
}

function singleStatementTx(reader: Reader, sendWrite: SendWrite): Tx {
  let hasWritten = false
  return writable(reader, (steps) => {
    if (hasWritten) throw new Error('a second write in a use case that is declared one statement')
    hasWritten = true
    return sendWrite(steps)
  })
}

function writable(reader: Reader, sendWrite: SendWrite): Tx {
  const write: Tx['write'] = (first, ...others) =>
    sendWrite([first, ...others]).catch(rethrow) as Promise<never[]>
  return { ...reader, write } as Tx
}

function firstOf<T>([first]: readonly T[]): T | undefined {
  return first
}

/**
 * Gives the error the stack of the caller, because the driver's ends at a socket. A rejection handler and not an `await`,
 * because every statement of every request passes here (docs/benchmarks.md).
 */
function rethrow(error: unknown): never {
  // PostgreSQL has undone the statement because it took too long.
  if (failureOf(error).code === QUERY_CANCELED) refuseTryLater(error)
  if (error instanceof Error) Error.captureStackTrace(error, rethrow)
  throw error
}
