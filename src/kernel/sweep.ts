// Later work is a row with a due time, and a sweep that acts on the rows that are due. For a sweep with `act`, the keys of
// due rows are read in batches without locks. Each row is then acted on in a separate transaction, which locks the row and
// checks again that it is due. Otherwise a row would be acted on twice when two processes run the same sweep. A sweep with
// `run` processes a batch of rows itself.

import { type Database, type Reader, type Statement, sql, type Tx } from './database/db.ts'
import { isDatabaseUnreachable } from './database/errors.ts'
import { recordInFeed } from './feed-entries.ts'
import type { Outside } from './outside.ts'
import type { Settings } from './settings.ts'
import { endOf, MINUTE, timer } from './timer.ts'
import { isTryLater } from './try-later.ts'

/**
 * The most rows of one run, for a sweep that acts on each row in a transaction; a choice of this project. More would delay
 * the other sweeps.
 */
export const ROWS_PER_RUN_MAX = 200

export type SweepKey = { readonly profileId: number; readonly id: string }

/** The context that a sweep may use besides its transaction. */
export type SweepContext = {
  readonly outside: Outside
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Settings
  /** Set by a running worker: a sweep may return before its calls to outside parties have ended. */
  readonly background?: true
  /** Set in a sandbox: actions of sweeps on rows, and delivery attempts, are recorded for the live feed. */
  readonly recordsFeed?: true
}

type Declaration = {
  readonly name: string
  readonly summary: string
  /** The table with the rows. */
  readonly table: string
  /** The maximum number of rows of one run. */
  readonly batchMax: number
  /** The sweep runs immediately after a write of this process. Other sweeps wait for the next poll. */
  readonly eager?: true
}

type DueTime = {
  /** The due time of a row, and the condition that the rows satisfy: SQL in which the table has the alias `t`. */
  readonly dueAt: string
  readonly where: string
  /** `dueAt` is compared with the real time, as leases are, even when the sandbox clock was moved (D10). */
  readonly realTime?: true
}

type KeyColumns = {
  readonly key: { readonly profileId: string; readonly id: string }
  /**
   * Each row belongs to a transfer: `key` has the columns with the profile and the id of the transfer. So a preview of a move
   * of the sandbox clock can show when this sweep acts on a transfer.
   */
  readonly about?: 'transfer'
}

/** Acts on one row. Returns false, without effect, when the row is no longer due, because another process has changed it. */
type Act = (tx: Tx, key: SweepKey, now: Temporal.Instant, context: SweepContext) => Promise<boolean>
/** Processes a whole batch, such as deliveries. Returns the number of rows. */
type Run = (db: Database, now: Temporal.Instant, context: SweepContext) => Promise<number>

/** A sweep whose rows are identified by a profile and an id. */
type KeyedSweep = Declaration &
  DueTime &
  KeyColumns &
  ({ readonly act: Act; readonly run?: never } | { readonly act?: never; readonly run: Run })
/** A sweep that finds its rows itself. */
type BatchSweep = Declaration & DueTime & { readonly run: Run }

type DueStatements = {
  /** The earliest due time after a time. */
  readonly nextDue: Statement<{ at: Temporal.Instant | null }>
  /** How many rows are due at a time, counted up to a limit, and when the first of them is due; null when no row is due. */
  readonly countDue: Statement<{ count: number; at: Temporal.Instant | null }>
}

type KeyStatements = {
  /** The keys of the rows that are due at a time, without those at which the sweep has just failed. */
  readonly dueKeys: Statement<SweepKey>
  /** When the row of one resource is due, by its profile and its id. A row that the sweep has set aside is due at its retry. */
  readonly dueOf: Statement<{ at: Temporal.Instant }>
}

export type DeclaredKeyedSweep = KeyedSweep & DueStatements & KeyStatements
/** A sweep that acts on rows when their due time has come. */
export type DueSweep = DeclaredKeyedSweep | (BatchSweep & DueStatements & { readonly key?: never })
/** A sweep without due times, which keeps a table at its maximum size. A move of the sandbox clock makes none of its rows due. */
export type TrimmingSweep = Declaration & { readonly run: Run; readonly dueAt?: never }
export type DeclaredSweep = DueSweep | TrimmingSweep

/** Whether a move of the sandbox clock makes rows of the sweep due. */
export function followsClock(declared: DeclaredSweep): declared is DueSweep {
  return declared.dueAt !== undefined && !declared.realTime
}

export function sweep(declared: KeyedSweep): DeclaredKeyedSweep
export function sweep(declared: BatchSweep): BatchSweep & DueStatements
export function sweep(declared: KeyedSweep | BatchSweep): DueSweep {
  const { table, dueAt, where } = declared
  // These statements are for a sweep with `run`, which records no failures of rows. `keyStatementsOf` replaces them for a
  // sweep with `act`.
  const countDue = sql<{ count: number; at: Temporal.Instant | null }>(`
      select count(*)::int as count, min(due.at) as at
        from (select ${dueAt} as at from ${table} t where ${where} and ${dueAt} <= $1 order by ${dueAt} limit $2) due`)
  const nextDue = sql<{ at: Temporal.Instant | null }>(
    `select min(${dueAt}) as at from ${table} t where ${where} and ${dueAt} > $1`,
  )
  if (!('key' in declared)) return { ...declared, countDue, nextDue }
  return { ...declared, countDue, nextDue, ...keyStatementsOf(declared) }
}

function keyStatementsOf({ name, table, key, dueAt, where, run }: KeyedSweep) {
  const failureOfRow = `from sweep_failures f where f.sweep = '${name}'
              and f.profile_id = t.${key.profileId} and f.id = t.${key.id}::text`
  const dueOrRetryAt = `greatest(${dueAt}, (select f.retry_at ${failureOfRow}))`
  const isNotSetAside = `not exists (select 1 ${failureOfRow} and f.retry_at > $1)`
  return {
    dueKeys: sql<SweepKey>(`
      select t.${key.profileId} as profile_id, t.${key.id}::text as id
        from ${table} t
       where ${where} and ${dueAt} <= $1 and ${isNotSetAside}
       order by ${dueAt}, t.${key.profileId}, t.${key.id}
       limit $2`),
    dueOf: sql<{ at: Temporal.Instant }>(`
      select ${dueOrRetryAt} as at
        from ${table} t
       where t.${key.profileId} = $1 and t.${key.id} = $2 and ${where}`),
    ...(run === undefined && {
      countDue: sql<{ count: number; at: Temporal.Instant | null }>(`
      select count(*)::int as count, min(due.at) as at
        from (select ${dueOrRetryAt} as at
                from ${table} t
               where ${where} and ${dueAt} <= $1 and ${isNotSetAside}
               order by ${dueAt}
               limit $2) due`),
      nextDue: sql<{ at: Temporal.Instant | null }>(`
      select ${dueAt} as at
        from ${table} t
       where ${where} and ${dueAt} > $1
         and not exists (select 1 ${failureOfRow})
       order by ${dueAt}
       limit 1`),
    }),
  }
}

/** A row at which a sweep failed is not due for this time. Otherwise the failing rows could fill every batch. */
export const setAsideTime = timer({
  name: 'sweeps.set-aside',
  seconds: 10 * MINUTE,
  spec: 'gap 210',
  ends: 'A row at which a sweep failed is tried again.',
})
/** In characters; a choice of this project. The beginning of a stack contains the message and where the error was thrown. */
const ERROR_LENGTH_MAX = 500

const recordFailureSql = sql<never>(`
  insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
  values ($1, $2, $3, 1, $4, $5)
  on conflict (sweep, profile_id, id) do update
     set attempts = sweep_failures.attempts + 1, error = excluded.error, retry_at = excluded.retry_at`)

const clearFailureSql = sql<never>(`
  delete from sweep_failures where sweep = $1 and profile_id = $2 and id = $3`)

type SweepRun = {
  readonly now: Temporal.Instant
  readonly context: SweepContext
  readonly onFailure: (error: unknown, key: SweepKey) => void
}

/** Acts on one batch of the rows that are due. Returns the number of rows. */
export async function runSweep(
  db: Database,
  declared: DeclaredSweep,
  { now, context, onFailure }: SweepRun,
): Promise<number> {
  if (declared.run) return declared.run(db, now, context)
  const { act } = declared
  const keys = await db.reader.rows(declared.dueKeys, [now.toString(), declared.batchMax])
  for (const key of keys) {
    try {
      await db.transact(async (tx) => {
        const hasActed = await act(tx, key, now, context)
        await tx.rows(clearFailureSql, [declared.name, key.profileId, key.id])
        if (hasActed && context.recordsFeed) await recordAction(tx, declared, key, now)
      })
    } catch (error) {
      // An unreachable or overloaded database is not a fault of the row, so the row stays due for the next run.
      if (isDatabaseUnreachable(error)) throw error
      onFailure(error, key)
      if (!isTryLater(error)) await recordFailure(db, declared, { key, now, error })
    }
  }
  return keys.length
}

async function recordAction(
  tx: Tx,
  { name, summary }: DeclaredSweep,
  { profileId, id }: SweepKey,
  now: Temporal.Instant,
): Promise<void> {
  const data = { sweep: name, summary, row: id }
  await recordInFeed(tx, [{ kind: 'timer', profileId, data, at: now }])
}

async function recordFailure(
  db: Database,
  { name }: DeclaredSweep,
  { key, now, error }: { key: SweepKey; now: Temporal.Instant; error: unknown },
): Promise<void> {
  const retryAt = endOf(setAsideTime, now).toString()
  const text = String((error as Error)?.stack ?? error).slice(0, ERROR_LENGTH_MAX)
  await db.transact((tx) => tx.rows(recordFailureSql, [name, key.profileId, key.id, text, retryAt]))
}

/**
 * The earliest due time of all sweeps after `after`, without the rows at which `act` failed; undefined when no row is
 * waiting. A move of the sandbox clock stops at each due time in turn, and would never get past a row that always fails.
 */
export async function earliestDue(
  db: Reader,
  sweeps: readonly DueSweep[],
  after?: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const times = await Promise.all(
    sweeps.map(({ nextDue }) => db.row(nextDue, [after?.toString() ?? '-infinity'])),
  )
  return times
    .flatMap((row) => (row?.at ? [row.at] : []))
    .sort(Temporal.Instant.compare)
    .at(0)
}
