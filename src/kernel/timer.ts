// Durations after which something expires or happens. Documents print them, and test/architecture/timers.test.ts checks the
// effect of each timer before and after its end.

type TimerDeclaration = {
  /** The module and the subject of the timer. */
  readonly name: `${string}.${string}`
  /** The section or decision of the specification that requires the timer, or the gap when it is a choice of this project. */
  readonly spec: string
  /** A sentence that describes what happens when the timer ends. */
  readonly ends: string
  /** Measured by the real time even when the sandbox clock was moved (D10). */
  readonly realTime?: true
}

export type TimerInSeconds = TimerDeclaration & { readonly seconds: number }
export type Timer = TimerInSeconds | (TimerDeclaration & { readonly workingDays: number })

export function timer<const T extends Timer>(declared: T): T {
  return declared
}

// In seconds.
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When a timer that began at `from` ends. */
export function endOf({ seconds }: TimerInSeconds, from: Temporal.Instant): Temporal.Instant {
  return from.add({ seconds })
}

/** When a timer that ends at `now` began. */
export function beginningOf({ seconds }: TimerInSeconds, now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ seconds })
}
