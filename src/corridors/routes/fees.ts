// The whole fee of a source amount: the tariff, an application's own fee, and the minimum fee of an exchange. Integer
// arithmetic only, because every quote calculates the fee of each pay-in method.

import { type Decimal, decimalText, divide } from '../../kernel/decimal.ts'
import { largerMinor } from '../../kernel/money.ts'
import {
  ceilAtLeastOne,
  type MinorRate,
  minorRate,
  powerOfTen,
  RATE_PRECISION,
  type RateInput,
} from './minor-rates.ts'
import { type Tariff, type TariffInput, tariffFee, tariffOf } from './tariffs.ts'

export type FeeInput = TariffInput &
  RateInput & {
    /** An application's own fee, a fraction of the source amount, at most one half. */
    readonly partner?: Decimal | undefined
  }

/** The items of a fee, in minor units of the source currency. */
export type Fee = {
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
  readonly partnerMinor: bigint
  /** provider + payIn - discount + partner. */
  readonly feeTotalMinor: bigint
}

/** The terms on which the fee of any source amount is calculated. */
export type FeeTerms = {
  readonly tariff: Tariff
  readonly partner: Decimal
  readonly rate: MinorRate
  /** False within one currency, where the target amount is not rounded and there is no minimum fee. */
  readonly isExchange: boolean
}

// A partner fee above one half could take the whole amount, and no source amount would be enough.
const PARTNER_DIVISOR_MIN = 2n
const NO_PARTNER: Decimal = { digits: 0n, scale: 0 }
const FEE_PERCENTAGE_DECIMALS = 4

/** Throws when the route does not exist or the partner fee is out of range. Does not check that the methods are offered. */
export function feeTermsOf(input: FeeInput): FeeTerms {
  return {
    tariff: tariffOf(input),
    partner: partnerInRange(input.partner),
    rate: minorRate(input),
    isExchange: input.source !== input.target,
  }
}

/** The partner fee, 0 by default. Throws when the fee is out of range. */
function partnerInRange(partner: Decimal = NO_PARTNER): Decimal {
  if (partner.digits < 0n || partner.digits * PARTNER_DIVISOR_MIN > powerOfTen(partner.scale))
    throw new RangeError(`partner price out of range: ${decimalText(partner)}`)
  return partner
}

/** The fee of a source amount. `providerMinor` is raised when the tariff charges less than the minimum fee of the exchange. */
export function feeOf(terms: FeeTerms, sourceAmountMinor: bigint): Fee {
  const tariff = tariffFee(terms.tariff, sourceAmountMinor)
  const { payInMinor, discountMinor } = tariff
  const providerMinimumMinor =
    minimumFeeMinor(terms, sourceAmountMinor) - payInMinor + discountMinor
  const providerMinor = largerMinor(tariff.providerMinor, providerMinimumMinor)
  const partnerMinor = partnerFeeMinor(terms.partner, sourceAmountMinor)
  return {
    providerMinor,
    payInMinor,
    discountMinor,
    partnerMinor,
    feeTotalMinor: providerMinor + payInMinor - discountMinor + partnerMinor,
  }
}

/** An application's own fee: `fraction` of the source amount, rounded half up once. */
export function partnerFeeMinor(fraction: Decimal, sourceAmountMinor: bigint): bigint {
  if (fraction.digits === 0n) return 0n
  return divide(sourceAmountMinor * fraction.digits, powerOfTen(fraction.scale), 'half_up')
}

/** The minimum of the fee without the partner's share. */
export function minimumFeeMinor({ rate, isExchange }: FeeTerms, sourceAmountMinor: bigint): bigint {
  return isExchange ? minimumExchangeFeeAt(rate, sourceAmountMinor) : 0n
}

/** The minimum fee of exchanging a source amount under any tariff (D110). */
export function minimumExchangeFeeMinor(input: RateInput, sourceAmountMinor: bigint): bigint {
  return minimumExchangeFeeAt(minorRate(input), sourceAmountMinor)
}

/**
 * The most that rounding can add to a target amount, so that it never favours the customer (D110): half a minor unit of
 * the target, because a target amount is rounded half up, and the most that rounding the rate can add. In minor units of
 * the source: `1 / (2 × rate) + sourceAmount / (2 × RATE_PRECISION)`, rounded up.
 */
function minimumExchangeFeeAt(
  { numerator, denominator }: MinorRate,
  sourceAmountMinor: bigint,
): bigint {
  return ceilAtLeastOne(
    denominator * RATE_PRECISION + sourceAmountMinor * numerator,
    2n * numerator * RATE_PRECISION,
  )
}

/** The fee as a fraction of the source amount, rounded half up to four decimals. */
export function feePercentage({
  feeTotalMinor,
  sourceAmountMinor,
}: Pick<Fee, 'feeTotalMinor'> & { readonly sourceAmountMinor: bigint }): Decimal {
  const scale = FEE_PERCENTAGE_DECIMALS
  return { digits: divide(feeTotalMinor * powerOfTen(scale), sourceAmountMinor, 'half_up'), scale }
}
