// The days on which the banks of a currency are closed. Days are numbers counted from 1970-01-01 (UTC), because numbers
// are cheap to compare, add and cache.

import Holidays from 'date-holidays'
import { memoize } from '../../kernel/memoize.ts'
import type { Currency } from '../../kernel/money.ts'
import type { Calendar, Weekday } from './catalogue/entry.ts'
import { entryOf } from './catalogue/index.ts'
import { countryOf } from './currencies.ts'

/** The number of a day: 0 is 1970-01-01. */
export type DayNumber = number

export const DAY_MILLISECONDS = 86_400_000
export const HOUR_MILLISECONDS = 3_600_000
const DAYS_PER_WEEK = 7
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 4
const WEEKEND: readonly Weekday[] = [6, 7]

/** D24: for the euro, the closing days of its settlement system. */
const TARGET = 'TARGET'
const TARGET_CLOSING_DAYS = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26']

// Computing one year of a calendar takes milliseconds, so it is cached. The limits bound the memory when the clock is
// moved over many years.
const YEARS_KEPT_MAX = 20
const DAYS_KEPT_MAX = 2_000
/** Above the number of currencies in the catalogue, so that every currency stays cached. */
export const CURRENCIES_MAX = 1_000

/** The UTC day of a time, which is in milliseconds since 1970. */
export function dayNumberAt(epochMilliseconds: number): DayNumber {
  return Math.floor(epochMilliseconds / DAY_MILLISECONDS)
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: DayNumber): number {
  const sinceMonday = (day + WEEKDAY_OF_DAY_ZERO - 1) % DAYS_PER_WEEK
  return ((sinceMonday + DAYS_PER_WEEK) % DAYS_PER_WEEK) + 1
}

export function dayNumberOf(date: Temporal.PlainDate): DayNumber {
  return date.toZonedDateTime('UTC').epochMilliseconds / DAY_MILLISECONDS
}

/** Whether the banks of the currency are closed on that day. Throws for a currency that is not in the catalogue. */
export function isClosed(currency: Currency, day: DayNumber): boolean {
  const { calendar } = entryOf(currency)
  const weekend: readonly number[] = calendar?.weekend ?? WEEKEND
  return weekend.includes(weekdayOf(day)) || closedDays(currency)(yearOf(day)).has(day)
}

const yearOf = memoize(DAYS_KEPT_MAX, (day: DayNumber): number => {
  const start = Temporal.Instant.fromEpochMilliseconds(day * DAY_MILLISECONDS)
  return start.toZonedDateTimeISO('UTC').year
})

const closedDays = memoize(CURRENCIES_MAX, (currency: Currency) => {
  const source = calendarSource(entryOf(currency).calendar ?? {}, countryOf(currency))
  return memoize(YEARS_KEPT_MAX, (year: number) => findClosedDays(source, year))
})

function calendarSource({ holidays, closedOn }: Calendar, mainCountry: string): Holidays {
  if (holidays === TARGET) return holidaysByRules(TARGET_CLOSING_DAYS)
  if (closedOn !== undefined) return holidaysByRules(closedOn)
  const [country = '', state = ''] = (holidays ?? mainCountry).split('-')
  return new Holidays(country, state, { types: ['public'] })
}

function holidaysByRules(rules: readonly string[]): Holidays {
  const source = new Holidays()
  source.setTimezone('UTC')
  for (const rule of rules) source.setHoliday(rule, { name: rule, type: 'public' })
  return source
}

/** Half days count as open: banks pay in the other half. */
function findClosedDays(source: Holidays, year: number): ReadonlySet<DayNumber> {
  const days = new Set<DayNumber>()
  // A holiday of several days may begin in the year before.
  for (const firstYear of [year - 1, year])
    for (const { date, start, end, type } of source.getHolidays(firstYear)) {
      if (type !== 'public') continue
      const first = dayNumberOf(Temporal.PlainDate.from(date.slice(0, 'YYYY-MM-DD'.length)))
      // One hour is added, because the day on which clocks go forward has 23 hours.
      const durationMs = end.getTime() - start.getTime() + HOUR_MILLISECONDS
      for (let n = 0; n < Math.floor(durationMs / DAY_MILLISECONDS); n++) days.add(first + n)
    }
  return days
}
