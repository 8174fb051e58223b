// Exchange rates between the minor units of two currencies, as fractions of integers, so that only a named rounding
// loses precision.

import type { Decimal } from '../../kernel/decimal.ts'
import { type Currency, scaleOf } from '../../kernel/money.ts'
import { RATE_SIGNIFICANT_DIGITS } from './rates.ts'

/** `numerator / denominator` minor units of target for one minor unit of source. */
export type MinorRate = { readonly numerator: bigint; readonly denominator: bigint }

export type RateInput = {
  readonly source: Currency
  readonly target: Currency
  /** Units of target for one unit of source. */
  readonly rate: Decimal
}

/** A cross rate is rounded to `RATE_SIGNIFICANT_DIGITS`: its relative error is at most 1 / (2 * RATE_PRECISION). */
export const RATE_PRECISION = 10n ** BigInt(RATE_SIGNIFICANT_DIGITS - 1)

/** More than the scales of rates and amounts need; `powerOfTen` computes greater powers. */
const CACHED_POWERS = 60
/** Computed once, because every quote uses them. */
const POWERS_OF_TEN = Array.from(
  { length: CACHED_POWERS },
  (_, exponent) => 10n ** BigInt(exponent),
)

export function minorRate({ source, target, rate }: RateInput): MinorRate {
  return {
    numerator: rate.digits * powerOfTen(scaleOf(target)),
    denominator: powerOfTen(rate.scale + scaleOf(source)),
  }
}

/** The target amount, rounded half up, of a source amount that is not negative. */
export function exchangeHalfUp(sourceMinor: bigint, { numerator, denominator }: MinorRate): bigint {
  return (2n * sourceMinor * numerator + denominator) / (2n * denominator)
}

/** The smallest source amount that `exchangeHalfUp` exchanges to `targetMinor` or more. */
export function smallestExchangedMinor(
  targetMinor: bigint,
  { numerator, denominator }: MinorRate,
): bigint {
  return ceilAtLeastOne((2n * targetMinor - 1n) * denominator, 2n * numerator)
}

export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
}

/** `n / d` rounded up, and at least 1: no amount or minimum fee is below one minor unit. */
export function ceilAtLeastOne(n: bigint, d: bigint): bigint {
  return n <= 0n ? 1n : (n + d - 1n) / d
}
