// Deterministic races: a lock is held until every racer waits for it, and is then released.

import type pg from 'pg'
import type { Database } from '../../src/kernel/database/db.ts'

const POLL_MS = 5
const TIMEOUT_MS = 10_000

/** SQL that locks rows. It may also change them: the change is committed when the lock is released. */
export type Lock = { readonly text: string; readonly values: readonly unknown[] }

/** The lock of the rows of a table in which these columns have these values. */
export function rowLock(table: string, values: Readonly<Record<string, unknown>>): Lock {
  const conditions = Object.keys(values).map((column, n) => `${column} = $${n + 1}`)
  return {
    text: `select from ${table} where ${conditions.join(' and ')} for update`,
    values: Object.values(values),
  }
}

/** The lock that every request takes before it locks a rate of the profile (`may_hold_rate`). */
export function heldRatesLock(profileId: number): Lock {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('quotes.rates_held', $1))`,
    values: [profileId],
  }
}

/**
 * Runs the racers concurrently. `lock` takes a lock that all of them need, such as `rowLock('quotes', { id })`. When that
 * lock is released, the first racer gets it first. Advisory locks are given in the order of the racers; PostgreSQL does
 * not promise an order to the second and later racers for a lock of a row.
 */
export async function race<T>(
  db: Database,
  lock: Lock,
  racers: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  // The promise is in an object, because `await` would wait for the racers, which wait for the lock.
  const { settled } = await whileLocked(db, lock, async () => {
    const running: Promise<T>[] = []
    for (const startRacer of racers) {
      running.push(startRacer())
      await waitForBlockedSessions(db, running.length)
    }
    return { settled: Promise.allSettled(running) }
  })
  return await settled
}

/** Calls `during` while a separate session has the lock. Returns its result after the lock was released. */
export async function whileLocked<R>(
  { pool }: Database,
  { text, values }: Lock,
  during: () => Promise<R>,
): Promise<R> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(text, [...values])
    const result = await during()
    await holder.query('commit')
    return result
  } finally {
    // After a commit this has no effect.
    await holder.query('rollback')
    holder.release()
  }
}

/** Runs `race` with racers that must succeed. Returns their results in the order of the racers. */
export async function raceResults<T>(...parameters: Parameters<typeof race<T>>): Promise<T[]> {
  return (await race(...parameters)).map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/**
 * The number of deadlocks in this database. PostgreSQL detects one after a second, and counts it before the
 * failed session receives its error.
 */
export async function countDeadlocks({ pool }: Database): Promise<number> {
  const text = `
    select deadlocks::int as n from pg_stat_database where datname = current_database()`
  const [row] = (await pool.query<{ n: number }>(text)).rows
  if (row === undefined) throw new Error('PostgreSQL has no statistics of this database')
  return row.n
}

/** Resolves when at least `count` sessions of this database wait for a lock. Throws after `TIMEOUT_MS`. */
export async function waitForBlockedSessions({ pool }: Database, count: number): Promise<void> {
  const started = performance.now()
  while ((await countBlockedSessions(pool)) < count) {
    if (performance.now() - started > TIMEOUT_MS)
      throw new Error(
        `only ${await countBlockedSessions(pool)} of ${count} sessions wait for a lock`,
      )
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function countBlockedSessions(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(
    `select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]?.n)
}
