// How long something holds, waits or is kept. A timer is a value with a name: documents print it, and
// test/architecture/timers.test.ts looks at what it ends, a second before and at the moment itself.

type TimerDeclaration = {
  /** The module that owns it, and what lasts. */
  readonly name: `${string}.${string}`
  /** Where the specification asks for it; a gap where it is our choice. */
  readonly spec: string
  /** A sentence: what happens when it is over. */
  readonly ends: string
  /** Follows the real clock although the sandbox clock may be elsewhere (D10). */
  readonly realTime?: true
}

export type TimerInSeconds = TimerDeclaration & { readonly seconds: number }
export type Timer = TimerInSeconds | (TimerDeclaration & { readonly workingDays: number })

export function timer<const T extends Timer>(declared: T): T {
  return declared
}

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The moment at which it is over, when it began at `from`. */
export function endOf({ seconds }: TimerInSeconds, from: Temporal.Instant): Temporal.Instant {
  return from.add({ seconds })
}

/** The moment at which whatever is over at `now` had begun. */
export function beginningOf({ seconds }: TimerInSeconds, now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ seconds })
}
