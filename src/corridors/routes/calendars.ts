// Working days of a currency (D24), and what is counted in them.

import { memoize } from '../../kernel/memoize.ts'
import type { Currency } from '../../kernel/money.ts'
import { timeToFund } from '../timers.ts'
import { CURRENCIES_MAX, DAY_MILLISECONDS, type DayNumber, isClosed } from './holidays.ts'

// Creations cluster on few days; a clock that is moved far must not fill the memory.
const DAYS_KEPT_MAX = 100

const lapseOfDay = memoize(CURRENCIES_MAX, (currency: Currency) =>
  memoize(DAYS_KEPT_MAX, (day: DayNumber) => {
    const last = nthWorkingDay(currency, day, timeToFund.workingDays)
    return Temporal.Instant.fromEpochMilliseconds((last + 1) * DAY_MILLISECONDS)
  }),
)

/** When a transfer created then lapses unfunded: the end, in UTC, of the fifth working day after. */
export function lapsesAt(currency: Currency, created: Temporal.Instant): Temporal.Instant {
  return lapseOfDay(currency)(Math.floor(created.epochMilliseconds / DAY_MILLISECONDS))
}

/** The beginning, in UTC, of the `count`th working day after the day of `from`. */
export function workingDayAfter(
  currency: Currency,
  from: Temporal.Instant,
  count: number,
): Temporal.Instant {
  const day = Math.floor(from.epochMilliseconds / DAY_MILLISECONDS)
  const at = nthWorkingDay(currency, day, count)
  return Temporal.Instant.fromEpochMilliseconds(at * DAY_MILLISECONDS)
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
