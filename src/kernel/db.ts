// The one door to PostgreSQL. Two capabilities, told apart by type: a Reader can look, only a Tx can
// change. Whoever takes a Tx says "I write", and cannot be called from where only a Reader is given.

import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { failureOf, LOCK_NOT_AVAILABLE } from './failure.ts'
import { gatheredText, gathering, type Lookup } from './gather.ts'
import type { Part } from './part.ts'
import { openPipeline, type Queryable } from './pipeline.ts'
import { execute, type Prepared } from './prepared.ts'
import { type ErrorKind, Refusal } from './refusal.ts'
import { statementName } from './statement-name.ts'
import { gatheringWrites, RunAgain, type Writing, writeAlone } from './write.ts'

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
  return { ...prepared(text), gathered: { ...prepared(gatheredText(types, text)), placed: true } }
}

function prepared(text: string): Prepared {
  return { name: statementName(text), text }
}

export type Reader = {
  rows<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R[]>
  /** The first row, or undefined. */
  row<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R | undefined>
}

declare const writer: unique symbol
export type Tx = Reader & {
  readonly [writer]: true
  /**
   * Sends all parts as one statement: all of them happen, or none. Answers the rows of the first.
   * A guard that does not hold, or a constraint that a part maps, refuses by that part's error.
   */
  write<R>(answer: Part<R>, ...others: readonly Part<unknown>[]): Promise<R[]>
}

export type Database = {
  readonly reader: Reader
  /** Runs `work` between begin and commit. Serialisation failures are tried again, thrice at most. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` without begin and commit: it may write once, and that one statement is atomic. */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A session of its own, for what must outlive a statement: advisory locks. */
  session<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

// Every statement is prepared and finds its rows by key, so one plan serves all values: planning each
// of the first five executions anew, on every connection, is what PostgreSQL would do otherwise.
// Nothing that was found for one key may be handed to the next that is equal: a lookup may draw an id.
const PLANNED_ONCE =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_memoize=off'
/** Connections that all reads outside transactions share. */
const READ_LINES = 2
/** Connections that single writing statements share: one that waits for a lock holds up its line. */
const WRITE_LINES = 4
const PATIENT_LINES = 8
// An answer is due within five seconds; a waiter that is not answered by then lets go of what it has.
const LOCK_WAIT_MS_MAX = 2_000
/** Of a statement that may hold rows of several tenants. */
const QUICK_LOCK_WAIT_MS_MAX = 50
const STATEMENT_MS_MAX = 15_000
const IDLE_MS_MAX = 15_000
const CONNECT_MS_MAX = 4_000
const ATTEMPTS_MAX = 4
const AGAIN_AFTER_MS = [0, 5, 20]
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

export const TryLater: ErrorKind = {
  code: 'try.again.later',
  status: 503,
  message: 'The request met too many others at the same rows and changed nothing. Try again.',
}

export function openDatabase(url: string, poolMax = 12): Database {
  const given = parseIntoClientConfig(url)
  // What is relied on here is not for the URL to change: of two settings PostgreSQL takes the later.
  const config = {
    ...given,
    options: `${given.options ?? ''} ${PLANNED_ONCE}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    lock_timeout: LOCK_WAIT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_MS_MAX,
  }
  const pool = new pg.Pool({ ...config, max: poolMax })
  const reads = openPipeline(config, READ_LINES)
  const quick = openPipeline({ ...config, lock_timeout: QUICK_LOCK_WAIT_MS_MAX }, WRITE_LINES)
  const patient = openPipeline(config, PATIENT_LINES)
  // A connection that dies is replaced by the pool, and whoever was using it is told by the query;
  // without listeners Node would exit, whether it was idle or between two queries of a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const reader = readerOn(gathering(reads))
  const writing = gatheringWrites(quick, patient)
  return {
    reader,
    pool,
    transact: (work) => again(() => inTransaction(pool, work)),
    once: (work) => again(() => work(onceTx(reader, writing))),
    async session(work) {
      const client = await pool.connect()
      try {
        return await work(readerOn(inTurn(client)))
      } finally {
        client.release()
      }
    },
    close: async () => {
      await Promise.all([pool.end(), reads.close(), quick.close(), patient.close()])
    },
  }
}

async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (failureOf(error).code === LOCK_NOT_AVAILABLE || isLineless(error)) refuseTryLater(error)
      if (!isWorthAnotherTry(error)) throw error
      if (tries >= ATTEMPTS_MAX) refuseTryLater(error)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS[tries - 1] ?? 20))
    }
  }
}

// All connections stayed taken: nothing was begun. The pool has no code for it.
const isLineless = (error: unknown) => /^timeout exceeded/.test((error as Error).message)

function isWorthAnotherTry(error: unknown): boolean {
  const { code } = failureOf(error)
  return error instanceof RunAgain || code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

export function refuseTryLater(cause: unknown): never {
  const refusal = new Refusal([{ kind: TryLater }], { headers: { 'retry-after': '1' } })
  refusal.cause = cause
  throw refusal
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const turns = inTurn(client)
  let broken = false
  try {
    await client.query('begin')
    const result = await work(txOn(turns))
    await turns.end()
    const { command } = await client.query('commit')
    // A commit after a failed statement is answered with ROLLBACK: its error was swallowed on the way.
    if (command !== 'COMMIT') throw new Error('a failed statement was passed over in a transaction')
    return result
  } catch (error) {
    await turns.end()
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

type Turns = Queryable & { end(): Promise<unknown> }

// A connection does one thing at a time: statements that a use case asks for at once take turns.
// After `end` none is sent any more: the connection may belong to another transaction by then.
function inTurn(client: pg.PoolClient): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let ended = false
  return {
    query: (statement, params) => {
      const mine = last.then(() => {
        if (ended) throw new Error('a statement came after the end of its transaction')
        return execute(client, statement, params)
      })
      last = mine.catch(() => undefined)
      return mine
    },
    end: () => {
      ended = true
      return last
    },
  }
}

function readerOn(on: Queryable): Reader {
  return {
    rows: (statement, params = []) =>
      on.query(statement, params).catch(retrace) as Promise<never[]>,
    row: (statement, params = []) =>
      on.query(statement, params).then(firstOf, retrace) as Promise<never>,
  }
}

function txOn(on: Queryable): Tx {
  return { ...readerOn(on), write: writerOn(writeAlone(on)) } as Tx
}

function writerOn(write: Writing): Tx['write'] {
  return (answer, ...others) => write([answer, ...others]).catch(retrace) as Promise<never[]>
}

function onceTx(reader: Reader, writing: Writing): Tx {
  let written = false
  const write: Writing = (parts) => {
    if (written) throw new Error('a second write in a use case that is declared one statement')
    written = true
    return writing(parts)
  }
  return { ...reader, write: writerOn(write) } as Tx
}

function firstOf<T>([first]: readonly T[]): T | undefined {
  return first
}

// A handler and not a frame that waits: every statement of every request passes here (docs/benchmarks.md).
/** The driver's stack ends at a socket; whoever reads it wants to know who asked. */
function retrace(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, retrace)
  throw error
}
