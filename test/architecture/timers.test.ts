// Every timer is a declared value with a case, whose outcome is observed in the last millisecond of the timer and in the
// millisecond after it. A timer on the clock of the database is observed at half of its time and at its end. Two services run
// the same cases: one observes the earlier outcome, the other the later one.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { timers } from '../../src/app/declarations.ts'
import { signingService } from '../../src/webhooks/test/webhook-fixtures.ts'
import { type TimerCase, timerCases } from './timer-cases/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Timers without a case, and cases without a timer. */
function differences(declared: readonly string[], cases: readonly string[]): string[] {
  return [
    ...declared.filter((name) => !cases.includes(name)).map((name) => `${name} has no case`),
    ...cases.filter((name) => !declared.includes(name)).map((name) => `${name} is not a timer`),
  ]
}

const names = timers.map(({ name }) => name)

describe('every timer', () => {
  it('has a case', () => {
    expect(differences(names, Object.keys(timerCases))).toEqual([])
    expect(Object.values(timerCases).filter((cases) => cases.length === 0)).toEqual([])
  })

  it('has a unique name', () => {
    expect(names.length).toBe(new Set(names).size)
  })

  it('is reported when its case is missing, as is a case without a timer', () => {
    expect(differences(['birds.nest', 'birds.egg'], ['birds.egg', 'birds.flight'])).toEqual([
      'birds.nest has no case',
      'birds.flight is not a timer',
    ])
  })
})

/** The length of a timer that is declared in working days. Its cases do not use it. */
const NOT_IN_SECONDS = Number.NaN

describe('a timer', () => {
  const early = signingService()
  const onTime = signingService()
  const secondsOf = (name: string): number => {
    const timer = timers.find((each) => each.name === name)
    return timer !== undefined && 'seconds' in timer ? timer.seconds : NOT_IN_SECONDS
  }
  const rows = Object.entries(timerCases).flatMap(([name, cases]) =>
    cases.map((timerCase: TimerCase) => [name, ...timerCase.outcomes, timerCase] as const),
  )

  it.each(rows)(
    '%s: %s before its end, %s from then on',
    async (name, before, after, timerCase) => {
      const seconds = secondsOf(name)
      // Milliseconds after the end of the timer.
      const [lastBefore, firstAfter] = timerCase.isInclusive ? [0, 1] : [-1, 0]
      const observe = async (service: typeof early, lateMs: number) => {
        service.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
        return timerCase.observe(service, seconds, lateMs).finally(() => vi.restoreAllMocks())
      }
      expect([await observe(early, lastBefore), await observe(onTime, firstAfter)]).toEqual([
        before,
        after,
      ])
    },
  )
})
