// The preview of a move of the sandbox clock: which work becomes due. `app` passes the sweeps of all modules, because
// this module cannot import them.

import { type ClientCaller, profileIds, type UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { type Endpoint, reads } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { type DeclaredSweep, type DueSweep, followsClock } from '../../kernel/sweep.ts'
import { toMicrosecond } from '../../kernel/wire.ts'
import { getTransfer, TransferNotFound, type TransferRow } from '../../transfers/index.ts'
import { ClockBackwards, ClockTooFar } from '../errors.ts'
import { lastTime, targetTimeOf } from './advance-clock.ts'
import { COUNTED_ROWS_MAX } from './counted-rows.ts'
import { ClockPreview, PreviewQuery } from './schemas.ts'

type DueWork = {
  readonly sweep: DueSweep
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
      spec: 'D10, gap 880, gap 1080',
      access: { token: 'any' },
      sandboxOnly: true,
      query: PreviewQuery,
      reply: ClockPreview,
      errors: [ClockBackwards, ClockTooFar, TransferNotFound],
    },
    async (db, { caller, now, realNow, query: { to, transferId } }) => {
      const last = lastTime(realNow())
      const target = to === undefined ? last : targetTimeOf({ to }, now, last)
      // Other sweeps follow the real time: the sandbox clock does not move them.
      const moved = sweeps().filter(followsClock)
      const found =
        transferId === undefined
          ? await findDueWorkUntil(db, moved, target)
          : await findDueWorkOn(db, moved, await getOwnTransfer(db, caller, transferId))
      const work = found
        .filter(({ dueAt }) => !isAfter(dueAt, target))
        .sort((a, b) => Temporal.Instant.compare(a.dueAt, b.dueAt))
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

async function findDueWorkUntil(
  db: Reader,
  sweeps: readonly DueSweep[],
  target: Temporal.Instant,
): Promise<DueWork[]> {
  const work: DueWork[] = []
  for (const sweep of sweeps) {
    const due = await db.row(sweep.countDue, [target.toString(), COUNTED_ROWS_MAX])
    if (due?.at) work.push({ sweep, dueAt: due.at, rows: due.count })
  }
  return work
}

async function findDueWorkOn(
  db: Reader,
  sweeps: readonly DueSweep[],
  { profileId, id }: TransferRow,
): Promise<DueWork[]> {
  const work: DueWork[] = []
  for (const sweep of sweeps) {
    if (sweep.key === undefined || sweep.about !== 'transfer') continue
    const due = await db.row(sweep.dueOf, [profileId, id])
    if (due) work.push({ sweep, dueAt: due.at, rows: 1 })
  }
  return work
}

/** Refuses with 404 a transfer that the caller does not own. An application's own token owns no transfer. */
async function getOwnTransfer(
  db: Reader,
  caller: UserCaller | ClientCaller,
  id: Id<'transfer'>,
): Promise<TransferRow> {
  return getTransfer(db, caller.kind === 'user' ? profileIds(caller) : [], id)
}
