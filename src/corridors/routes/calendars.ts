// Working days of a currency (D24), and what is counted in them.

import type { Currency } from '../../kernel/money.ts'
import { timeToFund } from '../timers.ts'
import { DAY_MILLISECONDS, type DayNumber, isClosed } from './holidays.ts'

// Creations cluster on few days; a clock that is moved far must not fill the memory.
const LAPSES_KEPT_MAX = 10_000
const lapses = new Map<string, Temporal.Instant>()

/** When a transfer created then lapses unfunded: the end, in UTC, of the fifth working day after. */
export function lapsesAt(currency: Currency, created: Temporal.Instant): Temporal.Instant {
  const day = Math.floor(created.epochMilliseconds / DAY_MILLISECONDS)
  const key = `${currency} ${day}`
  const known = lapses.get(key)
  if (known !== undefined) return known
  const last = nthWorkingDay(currency, day, timeToFund.workingDays)
  const at = Temporal.Instant.fromEpochMilliseconds((last + 1) * DAY_MILLISECONDS)
  if (lapses.size >= LAPSES_KEPT_MAX) lapses.clear()
  lapses.set(key, at)
  return at
}

/** The `count`th working day after `day`; `day` itself when `count` is 0. */
export function nthWorkingDay(currency: Currency, day: DayNumber, count: number): DayNumber {
  let at = day
  for (let left = count; left > 0; ) {
    at += 1
    if (!isClosed(currency, at)) left -= 1
  }
  return at
}
