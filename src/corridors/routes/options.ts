// What a sender pays and a recipient gets by one way through a corridor (D14). Pure whole-number
// arithmetic: a quote computes one option per way in, so this is on the path of every quote.

import { type Decimal, decimalText, divide } from '../../kernel/decimal.ts'
import { MINOR_MAX, scaleOf } from '../../kernel/money.ts'
import {
  atLeast,
  PPM,
  type PriceInput,
  partnerMinor,
  priceUnder,
  type Tariff,
  tariffOf,
} from './prices.ts'

export type OptionInput = PriceInput & {
  /** Units of target for one unit of source. */
  readonly rate: Decimal
  /** An application's own price, a fraction of the source amount, at most one half. */
  readonly partner?: Decimal | undefined
}

/** Amounts in minor units of the source currency, `targetAmountMinor` in the target's. */
export type OptionAmounts = {
  readonly sourceAmountMinor: bigint
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
  readonly partnerMinor: bigint
  /** provider + payIn - discount + partner. */
  readonly feeTotalMinor: bigint
  readonly targetAmountMinor: bigint
}

export type OptionRefused = { readonly refused: 'fee-exceeds-source' | 'amount-too-large' }

type Fee = Omit<OptionAmounts, 'sourceAmountMinor' | 'targetAmountMinor'>

// Beyond it the fee could eat up the whole amount, and no source amount would be enough.
const PARTNER_DIVISOR_MIN = 2n

/** `numerator / denominator` minor units of target for one minor unit of source. */
type MinorRate = { readonly numerator: bigint; readonly denominator: bigint }

const FEE_PERCENTAGE_DECIMALS = 4
const NO_PARTNER: Decimal = { digits: 0n, scale: 0 }
const TEN_TO = Array.from({ length: 60 }, (_, exponent) => 10n ** BigInt(exponent))

// Provider, pay-in, partner and discount are each off by at most half a minor unit.
const ROUNDING_ERROR_MINOR_MAX = 2n

/**
 * What `sourceAmountMinor` comes to: the target amount is what the fee leaves, exchanged, rounded
 * half up. Throws when the amount is not positive or the way does not exist.
 */
export function optionFromSource(
  input: OptionInput,
  sourceAmountMinor: bigint,
): OptionAmounts | OptionRefused {
  requirePositive(sourceAmountMinor)
  if (sourceAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const fee = feeOf(tariffOf(input), partnerOf(input), sourceAmountMinor)
  if (fee.feeTotalMinor >= sourceAmountMinor) return { refused: 'fee-exceeds-source' }
  const targetAmountMinor = exchanged(sourceAmountMinor - fee.feeTotalMinor, minorRate(input))
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  return { sourceAmountMinor, ...fee, targetAmountMinor }
}

/**
 * The least source amount that brings the recipient `targetAmountMinor`, which is then exactly what
 * the recipient gets. Throws when the amount is not positive or the way does not exist.
 */
export function optionFromTarget(
  input: OptionInput,
  targetAmountMinor: bigint,
): OptionAmounts | OptionRefused {
  requirePositive(targetAmountMinor)
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const tariff = tariffOf(input)
  const partner = partnerOf(input)
  const neededMinor = leastExchanged(targetAmountMinor, minorRate(input))
  // The parts of a fee round up at different amounts, so what is left of an amount may even shrink
  // by a step when the amount grows by one: the few amounts above the bound are tried in order.
  let sourceAmountMinor = lowerBound(tariff, partner, neededMinor)
  for (; sourceAmountMinor <= MINOR_MAX; sourceAmountMinor += 1n) {
    const fee = feeOf(tariff, partner, sourceAmountMinor)
    if (sourceAmountMinor - fee.feeTotalMinor >= neededMinor)
      return { sourceAmountMinor, ...fee, targetAmountMinor }
  }
  return { refused: 'amount-too-large' }
}

/** The fee as a fraction of the source amount, rounded half up to four decimals. */
export function feePercentage({
  feeTotalMinor,
  sourceAmountMinor,
}: Pick<OptionAmounts, 'feeTotalMinor' | 'sourceAmountMinor'>): Decimal {
  const digits = divide(
    feeTotalMinor * 10n ** BigInt(FEE_PERCENTAGE_DECIMALS),
    sourceAmountMinor,
    'half_up',
  )
  return { digits, scale: FEE_PERCENTAGE_DECIMALS }
}

function feeOf(tariff: Tariff, partner: Decimal, sourceAmountMinor: bigint): Fee {
  const { providerMinor, payInMinor, discountMinor } = priceUnder(tariff, sourceAmountMinor)
  const partnerPart = partner.digits === 0n ? 0n : partnerMinor(partner, sourceAmountMinor)
  return {
    providerMinor,
    payInMinor,
    discountMinor,
    partnerMinor: partnerPart,
    feeTotalMinor: providerMinor + payInMinor - discountMinor + partnerPart,
  }
}

/**
 * A source amount below which no amount leaves `neededMinor` after the fee, close to the least that
 * does: the fee without its roundings, solved for the amount.
 */
function lowerBound(tariff: Tariff, partner: Decimal, neededMinor: bigint): bigint {
  // Everything in 1/unit of a minor unit, so that the fractions are whole numbers.
  const unit = PPM * powerOfTen(partner.scale)
  const perPpm = powerOfTen(partner.scale)
  const kept = unit - tariff.payInPpm * perPpm - partner.digits * PPM
  const variable = tariff.variablePpm * perPpm
  const discount = tariff.discountPpm * perPpm
  const wanted =
    (neededMinor - ROUNDING_ERROR_MINOR_MAX + tariff.payInFixedMinor + tariff.surchargeMinor) * unit
  const atMinimum = ceilDivide(wanted + tariff.minimumMinor * unit, kept)
  const metered = wanted + tariff.fixedMinor * unit
  const atRate = ceilDivide(metered, kept - variable)
  if (atRate > tariff.discountFromMinor)
    return ceilDivide(metered + discount * tariff.discountFromMinor, kept - variable + discount)
  return atLeast(atMinimum, atRate)
}

/** The least amount of source that exchanges to `targetAmountMinor` or more. */
function leastExchanged(targetAmountMinor: bigint, { numerator, denominator }: MinorRate): bigint {
  return ceilDivide((2n * targetAmountMinor - 1n) * denominator, 2n * numerator)
}

function exchanged(sourceMinor: bigint, { numerator, denominator }: MinorRate): bigint {
  return (2n * sourceMinor * numerator + denominator) / (2n * denominator)
}

function minorRate({ source, target, rate }: OptionInput): MinorRate {
  return {
    numerator: rate.digits * powerOfTen(scaleOf(target)),
    denominator: powerOfTen(rate.scale + scaleOf(source)),
  }
}

function powerOfTen(exponent: number): bigint {
  return TEN_TO[exponent] ?? 10n ** BigInt(exponent)
}

/** `n / d` rounded up, and at least 1: no amount below one minor unit is sent. */
function ceilDivide(n: bigint, d: bigint): bigint {
  return n <= 0n ? 1n : (n + d - 1n) / d
}

function partnerOf({ partner }: OptionInput): Decimal {
  if (partner === undefined) return NO_PARTNER
  if (partner.digits < 0n || partner.digits * PARTNER_DIVISOR_MIN > powerOfTen(partner.scale))
    throw new RangeError(`partner price out of range: ${decimalText(partner)}`)
  return partner
}

function requirePositive(amountMinor: bigint): void {
  if (amountMinor <= 0n) throw new RangeError(`amount must be positive: ${amountMinor}`)
}
