import type { Static } from 'typebox'
import type { Outside } from '../kernel/outside.ts'
import { refuse } from '../kernel/refusal.ts'
import { readInstant } from '../kernel/wire.ts'
import { ClockBackwards, ClockBusy, ClockGoalUnclear, ClockTooFar } from './errors.ts'
import type { Advance } from './schemas.ts'

// Beyond this, dates of holidays and of expiring tokens stop making sense.
const YEARS_MAX = 30
const DAYS_OF_YEAR = 366

/** Moves the sandbox clock before the request's own transaction opens (D10). */
export async function advanceClock(
  outside: Outside,
  { seconds, to }: Static<typeof Advance>,
  now: Temporal.Instant,
  realNow: Temporal.Instant,
): Promise<{ now: Temporal.Instant; ran: number }> {
  if ((seconds === undefined) === (to === undefined)) refuse(ClockGoalUnclear)
  const goal =
    to === undefined
      ? now.add({ milliseconds: Math.round((seconds ?? 0) * 1000) })
      : readInstant(to)
  if (goal === undefined) refuse(ClockTooFar)
  if (Temporal.Instant.compare(goal, now) < 0) refuse(ClockBackwards, { arguments: [String(now)] })
  const last = realNow.add({ hours: 24 * DAYS_OF_YEAR * YEARS_MAX })
  if (Temporal.Instant.compare(goal, last) > 0) refuse(ClockTooFar)
  return (await outside.clock.advanceTo(goal)) ?? refuse(ClockBusy)
}
