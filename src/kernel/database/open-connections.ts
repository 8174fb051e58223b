// The connections of a service to its database: a pool for transactions and sessions, and pipelines for reads, batches and
// single writes. Every wait for the database has a time limit.

import { clientsTo } from './connect-to-host.ts'
import { openPool, type Pool } from './driver.ts'
import { endsConnection } from './errors.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { CHECK_INTERVAL_MS, type SilenceWatch, watchSilence } from './silence.ts'
import { takeClient } from './transaction.ts'

// Every statement is prepared and finds its rows by key, so one plan serves all values; by default PostgreSQL would
// plan the first five executions on every connection anew. With sequential scans a batch could find, and so lock, its
// rows in the order of the table instead of the order of its input, and two batches could deadlock (`batch-writes.ts`,
// `post-store.ts`). Memoize would give two equal keys of a batch the same rows, but a lookup may generate an id for each.
export const PLANNER_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_memoize: 'off',
}
// Gap 401 has the lengths of these queues.
/** Connections of all reads outside transactions and sessions. */
const READS = { connections: 2, unansweredMax: 1_000 }
/**
 * Connections of batches of writes, and of the writes of a failed batch. A statement that waits for a lock delays the
 * statements behind it.
 */
const BATCHES = { connections: 4, unansweredMax: 250 }
/** Connections of single writes, which may wait for a lock. */
const WRITES = { connections: 8, unansweredMax: 64 }
/** Short, because a batch may hold locks of several tenants (decision 9). */
const SHORT_LOCK_TIMEOUT_MS = 50
/** For how long a request waits for the rows, or the idempotency key, of another request (gap 400). */
export const LOCK_MS_MAX = 2_000
/** A client waits about ten seconds for a reply, so each wait for the database ends before that (D120, D125, gap 400). */
const LIMITS = {
  lockMs: LOCK_MS_MAX,
  /** PostgreSQL cancels a slower statement. Shorter than `silenceMs`, so that a slow statement does not look like a lost host. */
  runMs: 5_000,
  /** A connection is closed when nothing arrives on it while an answer is awaited. */
  silenceMs: 6_000,
  /** A connection is closed when one statement stays unanswered, although others are answered. */
  statementMs: 8_000,
  /** PostgreSQL ends a transaction that sends nothing for this time, because the process of the transaction has stopped. */
  idleInTransactionMs: 15_000,
  checkIntervalMs: CHECK_INTERVAL_MS,
}

export type DatabaseLimits = typeof LIMITS

type Client = Awaited<ReturnType<typeof takeClient>>

export type Connections = {
  readonly pool: Pool
  readonly reads: Pipeline
  readonly shortLockPipeline: Pipeline
  readonly longLockPipeline: Pipeline
  /** Runs `work` on one connection of the pool. A statement may take `statementMsMax`; by default `runMs`. */
  session<T>(work: (client: Client) => Promise<T>, statementMsMax?: number): Promise<T>
  close(): Promise<void>
}

export function openConnections(
  url: string,
  poolMax: number,
  limits: Partial<DatabaseLimits>,
): Connections {
  const allLimits = { ...LIMITS, ...limits }
  const { lockMs, checkIntervalMs } = allLimits
  const silence = watchSilence(allLimits)
  const { newClient, config: fromUrl } = clientsTo(url, silence)
  // The settings are sent after connecting, so that they override those of the URL, and because a connection pooler
  // refuses such parameters at the start of a session.
  const config = (lockTimeoutMs: number) => ({
    ...fromUrl,
    settings: settingsText(lockTimeoutMs, allLimits),
  })
  const onPipeline = { newClient, silence }
  const pool = openPool(newClient, config(lockMs), poolMax)
  const reads = openPipeline({ ...onPipeline, ...READS, config: config(lockMs) })
  const shortLockPipeline = openPipeline({
    ...onPipeline,
    ...BATCHES,
    config: config(SHORT_LOCK_TIMEOUT_MS),
  })
  const longLockPipeline = openPipeline({ ...onPipeline, ...WRITES, config: config(lockMs) })
  const watching = setInterval(silence.check, checkIntervalMs).unref()
  return {
    pool,
    reads,
    shortLockPipeline,
    longLockPipeline,
    session: sessionsOf(pool, silence, allLimits),
    close: async () => {
      await Promise.all([
        pool.end(),
        reads.close(),
        shortLockPipeline.close(),
        longLockPipeline.close(),
      ])
      clearInterval(watching)
    },
  }
}

function sessionsOf(
  pool: Pool,
  silence: SilenceWatch,
  { runMs, silenceMs }: DatabaseLimits,
): Connections['session'] {
  return async (work, statementMsMax = runMs) => {
    const client = await takeClient(pool)
    const hasOwnLimit = statementMsMax !== runMs
    let isBroken = false
    try {
      if (hasOwnLimit) {
        silence.allowSilence(client, statementMsMax + silenceMs)
        await client.query(`set statement_timeout = ${Math.ceil(statementMsMax)}`)
      }
      return await work(client)
    } catch (error) {
      isBroken = endsConnection(error)
      throw error
    } finally {
      // The next user of the connection must not get this limit.
      client.release(isBroken || hasOwnLimit)
    }
  }
}

function settingsText(
  lockTimeoutMs: number,
  { runMs, idleInTransactionMs }: DatabaseLimits,
): string {
  const settings = {
    ...PLANNER_SETTINGS,
    lock_timeout: lockTimeoutMs,
    statement_timeout: runMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}
