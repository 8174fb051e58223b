// The type of a case, and the clocks that cases move.

import { vi } from 'vitest'
import type { TestService } from '../../support/service.ts'

export type TimerCase = {
  /** The outcomes that are observed just before the end, and from the end on. */
  readonly outcomes: readonly [before: string, after: string]
  /** Whether the last moment still belongs to the timer, so that the timer ends a millisecond later. */
  readonly isInclusive?: true
  /** Returns the outcome that is observed `lateMs` after the end; before the end when negative. */
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

/** Stops the real clock. Returns a function that moves it, as `advancePast` moves the clock of the service. */
export function stopRealTime(): (seconds: number, lateMs: number) => void {
  const from = Math.floor(Date.now() / 1000) * 1000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(from)
  return (seconds, lateMs) => {
    clock.mockReturnValue(from + seconds * 1000 + lateMs)
  }
}
