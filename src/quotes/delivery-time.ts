// Delivery times as text. Formatting or parsing an instant takes 1 to 2 µs, and a quote has up to six options.
// An estimate more than two minutes ahead is rounded up to a quarter of an hour (`estimateDelivery`), and the options of a
// quote often have the same estimate, so the results of formatting and of parsing are remembered.

import { memoize } from '../kernel/memoize.ts'

/** A little more than the estimates of ten days, 96 a day; a choice of this project. */
const TIMES_REMEMBERED_MAX = 1_000

const textOf = memoize(TIMES_REMEMBERED_MAX, (nanoseconds: bigint) =>
  Temporal.Instant.fromEpochNanoseconds(nanoseconds).toString(),
)

/** The text that the database stores, with fractions of a second. */
export function deliveryTimeText(at: Temporal.Instant): string {
  return textOf(at.epochNanoseconds)
}

/** The text that replies show, in whole seconds, as `toSecond` formats other times. */
export function deliverySecondText(at: Temporal.Instant): string {
  return deliveryTimeText(at).replace(/\.\d+/, '')
}

/** The time of a text that `deliveryTimeText` has formatted. */
export const readDeliveryTime = memoize(TIMES_REMEMBERED_MAX, (text: string) =>
  Temporal.Instant.from(text),
)
