// Delivery times as text. Formatting or parsing an instant takes 1 to 2 µs, and a quote has up to six options.
// Estimates of more than two minutes are rounded to a quarter of an hour (`estimateDelivery`), and the options of a quote
// often share one, so the results of both directions are remembered.

import { memoize } from '../kernel/memoize.ts'

/** The 96 estimates of a day for ten days; a choice of this project. */
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

export const readDeliveryTime = memoize(TIMES_REMEMBERED_MAX, (text: string) =>
  Temporal.Instant.from(text),
)
