// The preview of a move of the sandbox clock: which work becomes due. `app` passes the sweeps of all modules, because
// this module cannot import them.

import type { Reader } from '../../kernel/database/db.ts'
import { type Endpoint, reads } from '../../kernel/endpoint.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { DeclaredSweep } from '../../kernel/sweep.ts'
import { toMicrosecond } from '../../kernel/wire.ts'
import { ClockBackwards, ClockTooFar } from '../errors.ts'
import { lastTime, targetTimeOf } from './advance-clock.ts'
import { ClockPreview, PreviewQuery } from './schemas.ts'

/** Rows of one sweep are counted up to this number. */
const COUNTED_ROWS_MAX = 100

type DueWork = {
  readonly sweep: DeclaredSweep
  readonly dueAt: Temporal.Instant
  readonly rows: number
}

export function previewClock(sweeps: () => readonly DeclaredSweep[]): Endpoint {
  return reads(
    {
      id: 'simulation.clock-preview',
      operationId: 'previewSandboxClock',
      route: 'GET /v1/simulation/clock/preview',
      summary: 'List the work that becomes due when the sandbox clock moves forward.',
      spec: 'D10, gap 880',
      access: { token: 'any' },
      sandboxOnly: true,
      query: PreviewQuery,
      reply: ClockPreview,
      errors: [ClockBackwards, ClockTooFar],
    },
    async (db, { now, realNow, query: { to } }) => {
      const last = lastTime(realNow())
      const target = to === undefined ? last : targetTimeOf({ to }, now, last)
      const work = await dueWorkUntil(db, sweeps(), target)
      const [next] = work
      return {
        now: toMicrosecond(now),
        next: next === undefined ? null : toMicrosecond(next.dueAt),
        work: work.map(({ sweep: { name, summary }, dueAt, rows }) => ({
          sweep: name,
          summary,
          dueAt: toMicrosecond(dueAt),
          rows,
        })),
      }
    },
  )
}

/** Sorted by due time. Leaves out sweeps that follow the real time, because the sandbox clock does not move them. */
async function dueWorkUntil(
  db: Reader,
  sweeps: readonly DeclaredSweep[],
  target: Temporal.Instant,
): Promise<DueWork[]> {
  const work: DueWork[] = []
  for (const sweep of sweeps.filter(({ realTime }) => !realTime)) {
    const dueAt = (await db.row(sweep.nextDue))?.at
    if (!dueAt || isAfter(dueAt, target)) continue
    const counted = await db.row(sweep.countDue, [target.toString(), COUNTED_ROWS_MAX])
    work.push({ sweep, dueAt, rows: counted?.count ?? 0 })
  }
  return work.sort((a, b) => Temporal.Instant.compare(a.dueAt, b.dueAt))
}
