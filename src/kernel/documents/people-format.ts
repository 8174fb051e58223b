// Formats amounts and times in documents for people. Replies in JSON have other formats (`money.ts`, `wire.ts`).

import { type Money, toText } from '../money.ts'

/** `1,234,567.89`. */
export function groupedAmount(amount: Money): string {
  const [units = '', fraction] = toText(amount).split('.')
  const grouped = units.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `1,234.50 GBP`. */
export function amountWithCurrency(amount: Money): string {
  return `${groupedAmount(amount)} ${amount.currency}`
}

/** `5 January 2026`, in UTC. */
export function dayInWords(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO('UTC').toPlainDate().toLocaleString('en-GB', { dateStyle: 'long' })
}

/** `10:00:00`, in UTC. */
export function timeOfDay(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO('UTC').toPlainTime().toString({ smallestUnit: 'second' })
}

/** `5 January 2026, 10:00:00`, in UTC. */
export function momentInWords(at: Temporal.Instant): string {
  return `${dayInWords(at)}, ${timeOfDay(at)}`
}
