// The type of a case of timers.test.ts, and the clocks that cases move.

import { vi } from 'vitest'
import type { TestService } from '../../support/service.ts'

export type TimerCase = {
  /** The outcomes that are observed just before the end of the timer, and from the end on. */
  readonly outcomes: readonly [before: string, after: string]
  /** The end itself still belongs to the timer, so `after` is observed from one millisecond later. */
  readonly isInclusive?: true
  /**
   * Returns the outcome that is observed `lateMs` after the end of the timer; before the end when negative. `seconds` is the
   * length of the timer.
   */
  observe(service: TestService, seconds: number, lateMs: number): Promise<string>
}

/** The cases of a module, by the name of the timer. */
export type TimerCases = Readonly<Record<string, readonly TimerCase[]>>

/** Moves the clock of the service `lateMs` past the end of a timer; before the end when negative. */
export async function advancePast(
  service: TestService,
  seconds: number,
  lateMs: number,
): Promise<void> {
  await service.advance({ milliseconds: seconds * 1000 + lateMs })
}

/**
 * Stops the real clock at a whole second, because login assertions end at whole seconds. Returns a function that moves the real
 * clock past the end of a timer, as `advancePast` moves the clock of the service.
 */
export function stopRealTime(): (seconds: number, lateMs: number) => void {
  const from = Math.floor(Date.now() / 1000) * 1000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(from)
  return (seconds, lateMs) => {
    clock.mockReturnValue(from + seconds * 1000 + lateMs)
  }
}
