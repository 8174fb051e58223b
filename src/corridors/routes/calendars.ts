// Counts the working days of a currency (D24).

import { memoize } from '../../kernel/memoize.ts'
import type { Currency } from '../../kernel/money.ts'
import { timeToFund } from '../timers.ts'
import {
  CURRENCIES_MAX,
  DAY_MILLISECONDS,
  type DayNumber,
  dayNumberAt,
  isClosed,
} from './holidays.ts'

// Most transfers are created on the current day. The limit bounds the memory when the clock is moved over many days.
const DAYS_KEPT_MAX = 100

const lapseOfDay = memoize(CURRENCIES_MAX, (currency: Currency) =>
  memoize(DAYS_KEPT_MAX, (day: DayNumber) => {
    const last = nthWorkingDay(currency, day, timeToFund.workingDays)
    return Temporal.Instant.fromEpochMilliseconds((last + 1) * DAY_MILLISECONDS)
  }),
)

/** When an unpaid transfer lapses: the end, in UTC, of the last of the working days of `timeToFund` after `created`. */
export function lapsesAt(currency: Currency, created: Temporal.Instant): Temporal.Instant {
  return lapseOfDay(currency)(dayNumberAt(created.epochMilliseconds))
}

/** The beginning, in UTC, of the `count`th working day after the day of `from`. */
export function workingDayAfter(
  currency: Currency,
  from: Temporal.Instant,
  count: number,
): Temporal.Instant {
  const workingDay = nthWorkingDay(currency, dayNumberAt(from.epochMilliseconds), count)
  return Temporal.Instant.fromEpochMilliseconds(workingDay * DAY_MILLISECONDS)
}

/** The `count`th working day after `day`; `day` itself when `count` is 0. */
export function nthWorkingDay(currency: Currency, day: DayNumber, count: number): DayNumber {
  let current = day
  for (let remaining = count; remaining > 0; ) {
    current += 1
    if (!isClosed(currency, current)) remaining -= 1
  }
  return current
}
