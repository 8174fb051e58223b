// The worker: runs the sweeps of all modules when rows are due. After a write of this process it wakes immediately and
// runs the eager sweeps. All sweeps run every `POLL_MS`, for rows of other processes and rows that became due.

import { setTimeout as pause } from 'node:timers/promises'
import { type Database, sql } from '../../kernel/database/db.ts'
import { isAfter } from '../../kernel/instant.ts'
import {
  type DeclaredSweep,
  earliestDue,
  followsClock,
  runSweep,
  type SweepContext,
  type SweepKey,
} from '../../kernel/sweep.ts'
import { isTryLater } from '../../kernel/try-later.ts'
import { type ErrorLog, errorFields } from '../error-log.ts'
import { type Clock, realNow } from './clock.ts'

export type WorkerContext = {
  readonly db: Database
  readonly clock: Clock
  readonly sweeps: readonly DeclaredSweep[]
  readonly sweepContext: SweepContext
  readonly log: ErrorLog
}

/** The longest wait for rows that became due or that another process has written; a choice of this project. */
const POLL_MS = 500
// Each round costs a query for each of its sweeps, however few rows it finds. After a round with fewer rows than
// `FEW_ROWS` the worker pauses, so that the next round finds more of them.
const FEW_ROWS = 200
const PAUSE_MS = 30
/** Ends the work at one due time with an error when a sweep always finds more rows; a choice of this project. */
const ROUNDS_MAX = 10_000
/** For how long an advance of the clock waits at one due time for rows that another process has taken. */
const DUE_WORK_MAX_MS = 1000

type Worker = { wake(): void; stop(): Promise<void> }

export function startWorker(context: WorkerContext): Worker {
  const workerContext: WorkerContext = {
    ...context,
    sweepContext: { ...context.sweepContext, background: true },
  }
  let isStopping = false
  let wasWoken = false
  let endSleep: () => void = () => undefined
  const wake = () => {
    wasWoken = true
    endSleep()
  }
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const eagerContext = {
    ...workerContext,
    sweeps: workerContext.sweeps.filter((sweep) => sweep.eager),
  }
  let polledAtMs = Number.NEGATIVE_INFINITY
  // The sandbox clock reads a row of the database, so `now` can fail as the sweeps can.
  const runRound = async () => {
    const now = await workerContext.clock.now()
    if (performance.now() - polledAtMs < POLL_MS) return runSweeps(eagerContext, now)
    polledAtMs = performance.now()
    return runSweeps(workerContext, now)
  }
  const runUntilStopped = async () => {
    while (!isStopping) {
      wasWoken = false
      const rows = await runRound().catch((error: unknown) => {
        workerContext.log.error({ bug: errorFields(error) }, 'a round of the worker failed')
        return 0
      })
      if (rows === 0 && !wasWoken && !isStopping) await sleep()
      else if (rows < FEW_ROWS) await pause(PAUSE_MS)
    }
  }
  const stopped = runUntilStopped()
  return {
    wake,
    stop: () => {
      isStopping = true
      endSleep()
      return stopped
    },
  }
}

/** Runs every sweep once; a failed sweep does not stop the others. Returns the number of rows that the sweeps processed. */
export async function runSweeps(
  workerContext: WorkerContext,
  now: Temporal.Instant,
): Promise<number> {
  let rows = 0
  for (const sweep of workerContext.sweeps) rows += await runOneSweep(workerContext, sweep, now)
  return rows
}

async function runOneSweep(
  { db, sweepContext, log }: WorkerContext,
  sweep: DeclaredSweep,
  now: Temporal.Instant,
): Promise<number> {
  const onFailure = (error: unknown, key: SweepKey) =>
    log.error({ bug: errorFields(error), sweep: sweep.name, key }, rowMessageOf(error))
  const at = followsClock(sweep) ? now : realNow()
  try {
    return await runSweep(db, sweep, { now: at, context: sweepContext, onFailure })
  } catch (error) {
    log.error({ bug: errorFields(error), sweep: sweep.name }, 'a sweep failed')
    return 0
  }
}

function rowMessageOf(error: unknown): string {
  return isTryLater(error)
    ? 'a row waits for the next round'
    : 'a sweep failed for a row and set it aside'
}

/**
 * Runs the sweeps until a round processes no row that is due at `now`. Returns the number of rows that the sweeps processed.
 * Throws when rows are still found after `ROUNDS_MAX` rounds.
 */
export async function runDueWork(
  workerContext: WorkerContext,
  now: Temporal.Instant,
): Promise<number> {
  let ran = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const rows = await runSweeps(workerContext, now)
    if (rows === 0) return ran
    ran += rows
  }
  throw new Error(`sweeps still found rows at ${now} after ${ROUNDS_MAX} rounds`)
}

/**
 * Does the same as `runDueWork` while other workers run: a worker takes some of the rows, and makes others due while it acts on
 * them. Rows that are still due after `DUE_WORK_MAX_MS` are left to the process that has taken them.
 */
async function runDueWorkWithOthers(
  workerContext: WorkerContext,
  now: Temporal.Instant,
  nextDue: () => Promise<Temporal.Instant | undefined>,
): Promise<number> {
  let ran = 0
  for (let waitedMs = 0; waitedMs < DUE_WORK_MAX_MS; waitedMs += PAUSE_MS) {
    ran += await runDueWork(workerContext, now)
    const due = await nextDue()
    if (due === undefined || isAfter(due, now)) break
    await pause(PAUSE_MS)
  }
  return ran
}

/** The advisory lock that a request holds while it moves the clock. */
export const ADVANCE_LOCK = 7_301_026
const tryLockSql = sql<{ locked: boolean }>(
  `select pg_try_advisory_lock(${ADVANCE_LOCK}) as locked`,
)
const unlockSql = sql<never>(`select pg_advisory_unlock(${ADVANCE_LOCK})`)

/**
 * Moves the sandbox clock to `targetTime(now)` (D10). The clock stops at each due time on the way, and everything due then
 * is run, including the rows that this work schedules. Once the work has taken `pauseAfterMs`, the clock pauses at the due
 * time that it has reached. Returns the time that the clock has reached and, as `ran`, the number of rows that the sweeps
 * processed; undefined when another request is moving the clock.
 */
export async function advanceClock(
  workerContext: WorkerContext,
  targetTime: (now: Temporal.Instant) => Temporal.Instant,
  pauseAfterMs = Number.POSITIVE_INFINITY,
): Promise<{ now: Temporal.Instant; ran: number } | undefined> {
  const { db, clock, sweeps } = workerContext
  const pauseAtMs = performance.now() + pauseAfterMs
  return db.session(async (session) => {
    if ((await session.row(tryLockSql))?.locked !== true) return undefined
    try {
      const to = targetTime(await clock.now())
      const timed = sweeps.filter(followsClock)
      let ran = 0
      let doneUntil: Temporal.Instant | undefined
      const nextDue = () => earliestDue(db.reader, timed, doneUntil)
      // The loop ends, because each stop is later than the one before.
      for (let due = await nextDue(); due && !isAfter(due, to); due = await nextDue()) {
        if (doneUntil && performance.now() >= pauseAtMs) return { now: doneUntil, ran }
        const now = await clock.now()
        const at = isAfter(due, now) ? due : now
        await clock.set(at)
        ran += await runDueWorkWithOthers(workerContext, at, nextDue)
        doneUntil = at
      }
      await clock.set(to)
      return { now: to, ran }
    } finally {
      await session.rows(unlockSql)
    }
  })
}
