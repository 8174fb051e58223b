// The one door to PostgreSQL. Two capabilities, told apart by type: a Reader can look, only a Tx can
// change. Whoever takes a Tx says "I write", and cannot be called from where only a Reader is given.

import pg from 'pg'
import { refuseTryLater } from '../try-later.ts'
import { batchedReads, batchedText, type Lookup } from './batch.ts'
import { clientsTo } from './connections.ts'
import {
  endsConnection,
  failureOf,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  READ_ONLY,
} from './errors.ts'
import { openPipeline, type Queryable } from './pipeline.ts'
import type { Prepared } from './prepared.ts'
import { batchedWrites, RetryNeeded, unbatchedWrites, type Writing } from './send-write.ts'
import { LOOK_EVERY_MS, watchSilence } from './silence.ts'
import { statementName } from './statement-name.ts'
import { inTransaction, inTurn, takeClient } from './transaction.ts'
import type { WriteStep } from './write-step.ts'

export { refuseTryLater, TryLater } from '../try-later.ts'

/** One SQL text with the shape of its rows. Columns come back in camelCase. */
export type Statement<R> = Lookup & { readonly __row?: R }

/** Declares a statement. Prepared once per connection under a name made from its text. */
export function sql<R>(text: string): Statement<R> {
  return prepared(text)
}

/**
 * Declares a statement that finds few rows by a key: outside transactions, many of them are gathered
 * into one. `types` are those of its parameters. Text in an array of keys has no commas and braces.
 */
export function lookup<R>(types: readonly string[], text: string): Statement<R> {
  return {
    ...prepared(text),
    batched: { ...prepared(batchedText(types, text)), hasRequestIndex: true },
  }
}

function prepared(text: string): Prepared {
  return { name: statementName(text), text }
}

export type Reader = {
  /** The running service whose database this is: what it remembers is found by it (instance-memory.ts). */
  readonly instance: object
  rows<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R[]>
  /** The first row, or undefined. */
  row<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R | undefined>
}

declare const writer: unique symbol
export type Tx = Reader & {
  readonly [writer]: true
  /**
   * Sends all steps as one statement: all of them happen, or none. Answers the rows of the first.
   * A guard that does not hold, or a constraint that a step maps, refuses by that step's error.
   */
  write<R>(answer: WriteStep<R>, ...others: readonly WriteStep<unknown>[]): Promise<R[]>
}

export type SessionOptions = { readonly statementMsMax: number }

export type Database = {
  readonly reader: Reader
  /** Runs `work` between begin and commit. Serialisation failures are tried again, thrice at most. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` without begin and commit: it may write once, and that one statement is atomic. */
  singleStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A session of its own, for what must outlive a statement: advisory locks. Its statements may take
   * `statementMsMax` where that is given, and the server may be silent as long.
   */
  session<T>(work: (reader: Reader) => Promise<T>, options?: SessionOptions): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

// Every statement is prepared and finds its rows by key, so one plan serves all values: planning each
// of the first five executions anew, on every connection, is what PostgreSQL would do otherwise.
// Nothing that was found for one key may be handed to the next that is equal: a lookup may draw an id.
const PLANNED_ONCE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_memoize: 'off',
}
/** Connections that all reads outside transactions share. */
const READS = { connections: 2, unansweredMax: 1_000 }
/** Connections that batches of writes share: one that waits for a lock delays those behind it. */
const BATCHES = { connections: 4, unansweredMax: 250 }
/** Those of writes that may wait for a lock. */
const WRITES = { connections: 8, unansweredMax: 64 }
/** Of a statement that may hold rows of several tenants. */
const SHORT_LOCK_TIMEOUT_MS = 50
/** A client waits about ten seconds for a reply, so each of these ends before that (D120, D125). */
const LIMITS = {
  lockMs: 2_000,
  /** PostgreSQL ends the statement and says so, before its silence could be taken for that of a lost host. */
  runMs: 5_000,
  /** A connection on which an answer is awaited and nothing came is cut. */
  silenceMs: 6_000,
  /** So is one whose statements are not answered in time although something comes. */
  statementMs: 8_000,
  idleInTransactionMs: 15_000,
  lookEveryMs: LOOK_EVERY_MS,
}

/** `limits` is for tests, which do not wait as long. */
export function openDatabase(
  url: string,
  poolMax = 12,
  limits: Partial<typeof LIMITS> = {},
): Database {
  const { lockMs, runMs, idleInTransactionMs, lookEveryMs, ...waits } = { ...LIMITS, ...limits }
  const silence = watchSilence(waits, lookEveryMs)
  const { newClient, config: given } = clientsTo(url, silence)
  // Set after connecting, so that they win over the URL's and pass a connection pooler, which refuses such
  // parameters at the start of a session.
  const config = (lock_timeout: number) => ({
    ...given,
    settings: settingsText({
      ...PLANNED_ONCE,
      lock_timeout,
      statement_timeout: runMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  })
  const onPipeline = { newClient, silence }
  const pool = new pg.Pool({ ...config(lockMs), Client: newClient, max: poolMax } as pg.PoolConfig)
  const reads = openPipeline({ ...onPipeline, ...READS, config: config(lockMs) })
  const shortLockTimeout = openPipeline({
    ...onPipeline,
    ...BATCHES,
    config: config(SHORT_LOCK_TIMEOUT_MS),
  })
  const longLockTimeout = openPipeline({ ...onPipeline, ...WRITES, config: config(lockMs) })
  // A connection that dies is replaced by the pool, and whoever was using it is told by the query.
  pool.on('error', () => undefined)
  const looking = setInterval(silence.look, lookEveryMs).unref()
  const instance = {}
  const reader = readerOn(batchedReads(reads), instance)
  const writing = batchedWrites(shortLockTimeout, longLockTimeout)
  return {
    reader,
    pool,
    transact: (work) => retry(() => inTransaction(pool, (turns) => txOn(turns, instance), work)),
    singleStatement: (work) => retry(() => work(singleStatementTx(reader, writing))),
    session: async (work, { statementMsMax } = { statementMsMax: runMs }) => {
      const client = await takeClient(pool)
      const allow = async (ms: number) => {
        silence.allow(client, ms + waits.silenceMs)
        await client.query(`set statement_timeout = ${Math.ceil(ms)}`)
      }
      let isBroken = false
      try {
        if (statementMsMax !== runMs) await allow(statementMsMax)
        return await work(readerOn(inTurn(client), instance))
      } catch (error) {
        isBroken = endsConnection(error)
        throw error
      } finally {
        // Nobody else is to inherit the longer time.
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
      clearInterval(looking)
    },
  }
}

function settingsText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}

const ATTEMPTS_MAX = 4
const AGAIN_AFTER_MS = [0, 5, 20]
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/** Runs `attempt` again where another transaction, or a server that refuses writes, was in its way. */
async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (isRefusedForNow(error)) refuseTryLater(error)
      if (!isWorthAnotherTry(error)) throw error
      if (tries >= ATTEMPTS_MAX) refuseTryLater(error)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS[tries - 1] ?? 20))
    }
  }
}

function isRefusedForNow(error: unknown): boolean {
  const { code, message = '' } = failureOf(error)
  // All connections stayed taken: nothing was begun. The pool has no code for it.
  return (
    code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED || message.startsWith('timeout exceeded')
  )
}

function isWorthAnotherTry(error: unknown): boolean {
  const { code } = failureOf(error)
  return (
    error instanceof RetryNeeded ||
    code === SERIALIZATION_FAILURE ||
    code === DEADLOCK_DETECTED ||
    code === READ_ONLY
  )
}

function readerOn(on: Queryable, instance: object): Reader {
  return {
    instance,
    rows: (statement, params = []) =>
      on.query(statement, params).catch(retrace) as Promise<never[]>,
    row: (statement, params = []) =>
      on.query(statement, params).then(firstOf, retrace) as Promise<never>,
  }
}

function txOn(on: Queryable, instance: object): Tx {
  return { ...readerOn(on, instance), write: writerOn(unbatchedWrites(on)) } as Tx
}

function writerOn(write: Writing): Tx['write'] {
  return (answer, ...others) => write([answer, ...others]).catch(retrace) as Promise<never[]>
}

function singleStatementTx(reader: Reader, writing: Writing): Tx {
  let written = false
  const write: Writing = (steps) => {
    if (written) throw new Error('a second write in a use case that is declared one statement')
    written = true
    return writing(steps)
  }
  return { ...reader, write: writerOn(write) } as Tx
}

function firstOf<T>([first]: readonly T[]): T | undefined {
  return first
}

// A handler and not a frame that waits: every statement of every request passes here (docs/benchmarks.md).
/** The driver's stack ends at a socket; whoever reads it wants to know who asked. */
function retrace(error: unknown): never {
  // PostgreSQL has undone the statement because it took too long.
  if (failureOf(error).code === QUERY_CANCELED) refuseTryLater(error)
  if (error instanceof Error) Error.captureStackTrace(error, retrace)
  throw error
}
