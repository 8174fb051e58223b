// What happens later, happens here: the sweeps of all modules, run when rows fall due. Work made by
// this process is taken up at once; work made elsewhere, and work that time makes, within a poll.

import { setTimeout as pause } from 'node:timers/promises'
import { type Database, sql } from '../../kernel/database/db.ts'
import { isAfter } from '../../kernel/instant.ts'
import { type DeclaredSweep, earliestDue, runSweep, type SweepContext } from '../../kernel/sweep.ts'
import { isTryLater } from '../../kernel/try-later.ts'
import { loggable } from '../http/errors.ts'
import { type Clock, realNow } from './clock.ts'

export type WorkerContext = {
  readonly db: Database
  readonly clock: Clock
  readonly sweeps: readonly DeclaredSweep[]
  readonly sweepContext: SweepContext
  readonly log: { error(details: object, message: string): void }
}

const POLL_MS = 500
// A round costs a transaction or two whatever it finds: after one that found little, more is let gather.
const LITTLE = 200
const GATHERS_MS = 30
/** A sweep that always finds something more to do would otherwise hold an advance for ever. */
const ROUNDS_MAX = 10_000

export type Worker = { wake(): void; stop(): Promise<void> }

export function startWorker(context: WorkerContext): Worker {
  const workerContext: WorkerContext = {
    ...context,
    sweepContext: { ...context.sweepContext, background: true },
  }
  let stopping = false
  let woken = false
  let rouse: () => void = () => undefined
  const wake = () => {
    woken = true
    rouse()
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const eager = { ...workerContext, sweeps: workerContext.sweeps.filter((sweep) => sweep.eager) }
  let polledAt = Number.NEGATIVE_INFINITY
  // The clock is a row of the database, so asking for the time may fail like the work itself.
  const look = async () => {
    const now = await workerContext.clock.now()
    if (performance.now() - polledAt < POLL_MS) return runAll(eager, now)
    polledAt = performance.now()
    return runAll(workerContext, now)
  }
  const work = async () => {
    while (!stopping) {
      woken = false
      const did = await look().catch((error: unknown) => {
        workerContext.log.error({ bug: loggable(error) }, 'the worker could not look for work')
        return 0
      })
      if (did === 0 && !woken && !stopping) await rest()
      else if (did < LITTLE) await pause(GATHERS_MS)
    }
  }
  const working = work()
  return {
    wake,
    stop: () => {
      stopping = true
      rouse()
      return working
    },
  }
}

/** Runs every sweep once; one that fails does not hold up the others. Answers how many rows. */
export async function runAll(workerContext: WorkerContext, now: Temporal.Instant): Promise<number> {
  let did = 0
  for (const sweep of workerContext.sweeps) did += await runOne(workerContext, sweep, now)
  return did
}

async function runOne(
  { db, sweepContext, log }: WorkerContext,
  sweep: DeclaredSweep,
  now: Temporal.Instant,
): Promise<number> {
  try {
    return await runSweep(db, sweep, sweep.realTime ? realNow() : now, sweepContext, (error, key) =>
      log.error({ bug: loggable(error), sweep: sweep.name, key }, rowMessageOf(error)),
    )
  } catch (error) {
    log.error({ bug: loggable(error), sweep: sweep.name }, 'a sweep failed as a whole')
    return 0
  }
}

function rowMessageOf(error: unknown): string {
  return isTryLater(error) ? 'a row has to wait for the next round' : 'a row was set aside'
}

/** Runs the sweeps until nothing is due at `now`. */
export async function settle(workerContext: WorkerContext, now: Temporal.Instant): Promise<number> {
  let ran = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const did = await runAll(workerContext, now)
    if (did === 0) return ran
    ran += did
  }
  throw new Error(`work at ${now} did not come to an end`)
}

const ADVANCE_LOCK = 7_301_026
const tryLock = sql<{ locked: boolean }>(`select pg_try_advisory_lock(${ADVANCE_LOCK}) as locked`)
const unlock = sql<never>(`select pg_advisory_unlock(${ADVANCE_LOCK})`)

/**
 * Moves the sandbox clock: the earliest due time becomes now, everything due runs, including what that
 * schedules, and so on until nothing is due before the goal (D10).
 */
export async function advanceClock(
  workerContext: WorkerContext,
  goalFrom: (now: Temporal.Instant) => Temporal.Instant,
): Promise<{ now: Temporal.Instant; ran: number } | undefined> {
  const { db, clock, sweeps } = workerContext
  return db.session(async (session) => {
    if ((await session.row(tryLock))?.locked !== true) return undefined
    try {
      const to = goalFrom(await clock.now())
      let ran = 0
      const timed = sweeps.filter(({ realTime }) => !realTime)
      for (let round = 0; round < ROUNDS_MAX; round++) {
        const due = await earliestDue(db.reader, timed)
        if (due === undefined || isAfter(due, to)) break
        const now = await clock.now()
        const at = isAfter(due, now) ? due : now
        await clock.set(at)
        const did = await settle(workerContext, at)
        // Nothing done is no reason to stop: a worker of another process may have been faster.
        const stuck = did === 0 && (await earliestDue(db.reader, timed))
        if (stuck && !isAfter(stuck, at)) break
        ran += did
      }
      await clock.set(to)
      return { now: to, ran }
    } finally {
      await session.rows(unlock)
    }
  })
}
