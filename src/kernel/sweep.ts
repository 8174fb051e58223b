// Whatever happens later is a row with a due time, and a sweep that says what is done with one. Keys
// of due rows are read in batches without locks; each row is then acted on in a transaction of its
// own, which locks the row and asks again whether it is due. So a sweep is safe to run twice, and
// several processes may run it at once.

import { type Database, type Reader, type Statement, sql, type Tx } from './database/db.ts'
import { isDatabaseAway } from './database/errors.ts'
import type { Outside } from './outside.ts'
import type { Settings } from './settings.ts'
import { endOf, MINUTE, timer } from './timer.ts'
import { isTryLater } from './try-later.ts'

export type SweepKey = { readonly profileId: number; readonly id: string }

/** What a sweep may use besides its transaction. */
export type SweepContext = {
  readonly outside: Outside
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Settings
  /** The worker's own rounds: what waits for the outside may go on while other sweeps run. */
  readonly background?: true
}

type Due = {
  readonly name: string
  readonly summary: string
  /** The table whose rows fall due, and the SQL that says when and which. */
  readonly table: string
  readonly key: { readonly profileId: string; readonly id: string }
  readonly dueAt: string
  readonly where: string
  /** Runs at once after a write of this process; the others wait for the next poll. */
  readonly eager?: true
  /** Follows the real clock although the sandbox clock may be elsewhere (D10): leases. */
  readonly realTime?: true
}

export type Sweep = Due & {
  readonly batchMax: number
  /** Acts on one row. Returns without effect when a second look finds nothing due. */
  readonly act?: (
    tx: Tx,
    key: SweepKey,
    now: Temporal.Instant,
    tools: SweepContext,
  ) => Promise<void>
  /** Or: takes a whole batch by itself, such as bulk dispatch and deliveries. Answers how many. */
  readonly run?: (db: Database, now: Temporal.Instant, tools: SweepContext) => Promise<number>
}

export type DeclaredSweep = Sweep & {
  readonly dueKeys: Statement<SweepKey>
  readonly nextDue: Statement<{ at: Temporal.Instant | null }>
}

export function sweep(declared: Sweep): DeclaredSweep {
  const { name, table, key, dueAt, where } = declared
  return {
    ...declared,
    dueKeys: sql<SweepKey>(`
      select t.${key.profileId} as profile_id, t.${key.id}::text as id
        from ${table} t
       where ${where} and ${dueAt} <= $1
         and not exists (select 1 from sweep_failures f where f.sweep = '${name}'
              and f.profile_id = t.${key.profileId} and f.id = t.${key.id}::text and f.retry_at > $1)
       order by ${dueAt}, t.${key.profileId}, t.${key.id}
       limit $2`),
    nextDue: sql<{ at: Temporal.Instant | null }>(
      declared.run
        ? `select min(${dueAt}) as at from ${table} t where ${where}`
        : `
      select min(${dueAt}) as at
        from ${table} t
       where ${where}
         and not exists (select 1 from sweep_failures f where f.sweep = '${name}'
              and f.profile_id = t.${key.profileId} and f.id = t.${key.id}::text)`,
    ),
  }
}

export const setAsideTime = timer({
  name: 'sweeps.set-aside',
  seconds: 10 * MINUTE,
  spec: 'gap 210',
  ends: 'A row at which a sweep failed is tried again.',
})
const ERROR_LENGTH_MAX = 500

const setAside = sql<never>(`
  insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
  values ($1, $2, $3, 1, $4, $5)
  on conflict (sweep, profile_id, id) do update
     set attempts = sweep_failures.attempts + 1, error = excluded.error, retry_at = excluded.retry_at`)

const clearFailure = sql<never>(`
  delete from sweep_failures where sweep = $1 and profile_id = $2 and id = $3`)

/** Acts once on every row that is due now. Answers how many rows it acted on. */
export async function runSweep(
  db: Database,
  declared: DeclaredSweep,
  now: Temporal.Instant,
  tools: SweepContext,
  onFailure: (error: unknown, key: SweepKey) => void,
): Promise<number> {
  if (declared.run) return declared.run(db, now, tools)
  const { act } = declared
  if (act === undefined) throw new Error(`the sweep ${declared.name} does nothing`)
  const keys = await db.reader.rows(declared.dueKeys, [now.toString(), declared.batchMax])
  for (const key of keys) {
    try {
      await db.transact(async (tx) => {
        await act(tx, key, now, tools)
        await tx.rows(clearFailure, [declared.name, key.profileId, key.id])
      })
    } catch (error) {
      // Neither is the fault of the row, so it stays due: the next round acts on it.
      if (isDatabaseAway(error)) throw error
      onFailure(error, key)
      if (!isTryLater(error)) await recordFailure(db, declared, key, now, error)
    }
  }
  return keys.length
}

async function recordFailure(
  db: Database,
  { name }: DeclaredSweep,
  key: SweepKey,
  now: Temporal.Instant,
  error: unknown,
): Promise<void> {
  const retryAt = endOf(setAsideTime, now).toString()
  const text = String((error as Error)?.stack ?? error).slice(0, ERROR_LENGTH_MAX)
  await db.transact((tx) => tx.rows(setAside, [name, key.profileId, key.id, text, retryAt]))
}

/** The earliest time at which any of the sweeps has something to do; undefined when none has. */
export async function earliestDue(
  db: Reader,
  sweeps: readonly DeclaredSweep[],
): Promise<Temporal.Instant | undefined> {
  const times = await Promise.all(sweeps.map(({ nextDue }) => db.row(nextDue)))
  return times
    .flatMap((row) => (row?.at ? [row.at] : []))
    .sort(Temporal.Instant.compare)
    .at(0)
}
