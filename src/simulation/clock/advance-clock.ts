// Moves the sandbox clock, before the transaction of the request opens (D10).

import type { Static } from 'typebox'
import { isAfter } from '../../kernel/instant.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { readInstant } from '../../kernel/wire.ts'
import { ClockBackwards, ClockBusy, ClockTimeAmbiguous, ClockTooFar } from '../errors.ts'
import { type AdvanceClock, YEARS_AHEAD_MAX } from './schemas.ts'

declare module '../../kernel/outside.ts' {
  interface Outside {
    readonly clock: {
      /**
       * Moves the sandbox clock forward, and does the work that becomes due on the way in the order of due times (D10).
       * `targetTime` is called while no other advance can move the clock: it returns the time to stop at, or refuses.
       * After `pauseAfterMs` of real time the move pauses at the due time that it has reached. Returns the time of the clock
       * after the move, and in `ran` the number of due rows that sweeps processed; undefined while another advance is running.
       */
      advance(
        targetTime: (now: Temporal.Instant) => Temporal.Instant,
        pauseAfterMs: number | undefined,
      ): Promise<{ now: Temporal.Instant; ran: number } | undefined>
    }
  }
}

const DAYS_PER_YEAR_MAX = 366

/**
 * Moves the clock by `seconds` or to the time `to`. Returns the new time, and in `ran` the number of processed rows. Refuses with
 * ClockTimeAmbiguous, ClockBackwards, ClockTooFar, or ClockBusy while another request moves the clock.
 */
export async function advanceClock(
  outside: Outside,
  input: Static<typeof AdvanceClock>,
  realNow: Temporal.Instant,
): Promise<{ now: Temporal.Instant; ran: number }> {
  if ((input.seconds === undefined) === (input.to === undefined)) refuse(ClockTimeAmbiguous)
  const last = lastTime(realNow)
  const { pauseAfterSeconds } = input
  const moved = await outside.clock.advance(
    (now) => targetTimeOf(input, now, last),
    pauseAfterSeconds === undefined ? undefined : pauseAfterSeconds * 1000,
  )
  return moved ?? refuse(ClockBusy)
}

/** The latest time that the clock may be moved to. */
export function lastTime(realNow: Temporal.Instant): Temporal.Instant {
  return realNow.add({ hours: 24 * DAYS_PER_YEAR_MAX * YEARS_AHEAD_MAX })
}

/** The time to which the request moves the clock from `now`. Refuses with ClockBackwards, or with ClockTooFar after `last`. */
export function targetTimeOf(
  { seconds = 0, to }: Static<typeof AdvanceClock>,
  now: Temporal.Instant,
  last: Temporal.Instant,
): Temporal.Instant {
  const target =
    to === undefined ? now.add({ milliseconds: Math.round(seconds * 1000) }) : readInstant(to)
  // The schema admits only valid times, so `readInstant` returns undefined only for a year that the service does not store.
  // Years have four digits, so comparing the texts of this time and of the current time gives their order.
  const isBackwards = target === undefined ? String(to) < String(now) : isAfter(now, target)
  if (isBackwards) refuse(ClockBackwards, { arguments: [String(now)] })
  return target === undefined || isAfter(target, last) ? refuse(ClockTooFar) : target
}
