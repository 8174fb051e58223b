// Estimates when a payment arrives (D15), as a time and in words (Facts 6).

import type { Currency } from '../../kernel/money.ts'
import { nthWorkingDay } from './calendars.ts'
import { receiveOf, sendOf } from './catalogue/index.ts'
import { INSTANT, type Rail, workingDays } from './catalogue/rails.ts'
import {
  DAY_MILLISECONDS,
  type DayNumber,
  dayNumberAt,
  dayNumberOf,
  HOUR_MILLISECONDS,
  isClosed,
  weekdayOf,
} from './holidays.ts'
import type { PayIn, PayOut } from './routes.ts'

const SECOND_MILLISECONDS = 1_000
const QUARTER_HOUR_MILLISECONDS = HOUR_MILLISECONDS / 4

/** The time that the service takes between pay-in and pay-out; a choice of this project. */
const PROCESSING_SECONDS = 20
/** Up to this time a delivery is described as "in seconds", and is not rounded up to a quarter of an hour (gap 27). */
const INSTANT_SECONDS_MAX = 120
/** A delivery at most this many days ahead is described by its weekday without a date. */
const WEEKDAY_DAYS_MAX = 6

// Choices of this project, because the catalogue has only the rails of bank transfers.
const DIRECT_DEBIT_RAIL = workingDays(3, 20)
const SWIFT_RAIL = workingDays(1, 14)

type DeliveryInput = {
  readonly source: Currency
  readonly target: Currency
  readonly payIn: PayIn
  readonly payOut: PayOut
  /** When the sender pays. */
  readonly at: Temporal.Instant
}

/** When a payment made at `at` arrives. Check with `findRoute` first that the route exists. */
export function estimateDelivery({
  source,
  target,
  payIn,
  payOut,
  at,
}: DeliveryInput): Temporal.Instant {
  const paidMs = at.epochMilliseconds
  const paidInMs = arrivalMs(payInRail(source, payIn), source, paidMs)
  const paidOutMs = paidInMs + PROCESSING_SECONDS * SECOND_MILLISECONDS
  const arrivesMs = arrivalMs(payOutRail(target, payOut), target, paidOutMs)
  const isInSeconds = arrivesMs - paidMs <= INSTANT_SECONDS_MAX * SECOND_MILLISECONDS
  const shownMs = isInSeconds
    ? arrivesMs
    : Math.ceil(arrivesMs / QUARTER_HOUR_MILLISECONDS) * QUARTER_HOUR_MILLISECONDS
  return Temporal.Instant.fromEpochMilliseconds(shownMs)
}

/**
 * A delivery time in words, relative to `now`: "in seconds", "in 3 hours", "by Monday, August 3".
 * `zone` is the IANA name of the time zone in which days begin.
 */
export function deliveryText(at: Temporal.Instant, now: Temporal.Instant, zone = 'UTC'): string {
  const aheadMs = at.epochMilliseconds - now.epochMilliseconds
  if (aheadMs <= INSTANT_SECONDS_MAX * SECOND_MILLISECONDS) return 'in seconds'
  const hours = Math.ceil(aheadMs / HOUR_MILLISECONDS)
  if (hours === 1) return 'in 1 hour'
  if (aheadMs < DAY_MILLISECONDS) return `in ${hours} hours`
  const isWithinWeek = aheadMs <= WEEKDAY_DAYS_MAX * DAY_MILLISECONDS
  const weekday = weekdayName(at, zone)
  return isWithinWeek ? `by ${weekday}` : `by ${weekday}, ${dayName(at, zone)}`
}

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

function weekdayName(at: Temporal.Instant, zone: string): string {
  return WEEKDAYS[weekdayOf(dayIn(zone, at)) - 1] ?? ''
}

function dayIn(zone: string, at: Temporal.Instant): DayNumber {
  if (zone === 'UTC') return dayNumberAt(at.epochMilliseconds)
  return dayNumberOf(at.toZonedDateTimeISO(zone).toPlainDate())
}

function dayName(at: Temporal.Instant, zone: string): string {
  const { month, day } = at.toZonedDateTimeISO(zone)
  return `${MONTHS[month - 1] ?? ''} ${day}`
}

function payInRail(source: Currency, payIn: PayIn): Rail {
  if (payIn === 'DIRECT_DEBIT') return DIRECT_DEBIT_RAIL
  if (payIn !== 'BANK_TRANSFER') return INSTANT
  return sendOf(source).rail
}

function payOutRail(target: Currency, payOut: PayOut): Rail {
  if (payOut === 'BALANCE' || payOut === 'CA_NETWORK') return INSTANT
  if (payOut !== 'BANK_TRANSFER') return SWIFT_RAIL
  return receiveOf(target).rail
}

/** When a payment that enters `rail` at `enteredMs` arrives; both in milliseconds since 1970. */
function arrivalMs(rail: Rail, currency: Currency, enteredMs: number): number {
  if (rail.kind === 'instant') return enteredMs
  const today = dayNumberAt(enteredMs)
  const closesMs = today * DAY_MILLISECONDS + rail.closesHour * HOUR_MILLISECONDS
  const isToday = enteredMs < closesMs && !isClosed(currency, today)
  const day = isToday ? today : nthWorkingDay(currency, today, 1)
  if (rail.kind === 'working-days') {
    const last = nthWorkingDay(currency, day, rail.days)
    return last * DAY_MILLISECONDS + rail.closesHour * HOUR_MILLISECONDS
  }
  const opensMs = day * DAY_MILLISECONDS + rail.opensHour * HOUR_MILLISECONDS
  return Math.max(opensMs, enteredMs) + rail.hours * HOUR_MILLISECONDS
}
