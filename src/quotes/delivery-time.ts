// Delivery times as text. To write or read an instant takes 1 to 2 µs, a quote has up to six options, and
// payments arrive at few times of a day: so both directions remember their results.

import { memoize } from '../kernel/remember.ts'

const TIMES_REMEMBERED_MAX = 1_000

const textOf = memoize(TIMES_REMEMBERED_MAX, (nanoseconds: bigint) =>
  Temporal.Instant.fromEpochNanoseconds(nanoseconds).toString(),
)

/** As it is stored: with fractions of a second. */
export function deliveryTimeText(at: Temporal.Instant): string {
  return textOf(at.epochNanoseconds)
}

/** As clients see it: in whole seconds, like `toSecond`. */
export function deliverySecondText(at: Temporal.Instant): string {
  return deliveryTimeText(at).replace(/\.\d+/, '')
}

export const readDeliveryTime = memoize(TIMES_REMEMBERED_MAX, (text: string) =>
  Temporal.Instant.from(text),
)
