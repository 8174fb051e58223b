// The amounts that a sender pays and a recipient receives by one pay-in and one pay-out method (D14). Integer
// arithmetic only, because every quote calculates one option for each pay-in method.

import { type Decimal, decimalText, divide } from '../../kernel/decimal.ts'
import { exchange, largerMinor, MINOR_MAX, money, scaleOf } from '../../kernel/money.ts'
import { PPM, type PriceInput, partnerMinor, priceUnder, type Tariff, tariffOf } from './prices.ts'
import { RATE_SIGNIFICANT_DIGITS } from './rates.ts'

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

type OptionRefusal = { readonly refused: 'fee-exceeds-source' | 'amount-too-large' }

type Fee = Omit<OptionAmounts, 'sourceAmountMinor' | 'targetAmountMinor'>

// A partner price above one half could take the whole amount, and no source amount would be enough.
const PARTNER_DIVISOR_MIN = 2n

/** `numerator / denominator` minor units of target for one minor unit of source. */
type MinorRate = { readonly numerator: bigint; readonly denominator: bigint }

/** The inputs of the fee of a source amount. */
type Pricing = {
  readonly tariff: Tariff
  readonly partner: Decimal
  readonly rate: MinorRate
  /** False within one currency, where nothing is rounded and there is no minimum fee. */
  readonly isExchange: boolean
}

const FEE_PERCENTAGE_DECIMALS = 4
const NO_PARTNER: Decimal = { digits: 0n, scale: 0 }
/** The powers that scales of rates and amounts need, computed once because every quote uses them. */
const POWERS_OF_TEN = Array.from({ length: 60 }, (_, exponent) => 10n ** BigInt(exponent))

// Provider, pay-in, partner and discount are each off by at most half a minor unit.
const ROUNDING_ERROR_MINOR_MAX = 2n

// A cross rate has ten significant digits, so it is off by at most one part in twice this number.
const RATE_PRECISION = 10n ** BigInt(RATE_SIGNIFICANT_DIGITS - 1)

/**
 * The option of a given source amount: the amount less the fee, exchanged, rounded half up. Throws when the
 * amount is not positive or the methods do not exist.
 */
export function optionFromSource(
  input: OptionInput,
  sourceAmountMinor: bigint,
): OptionAmounts | OptionRefusal {
  requirePositive(sourceAmountMinor)
  if (sourceAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const pricing = pricingOf(input)
  const fee = feeOf(pricing, sourceAmountMinor)
  if (fee.feeTotalMinor >= sourceAmountMinor) return { refused: 'fee-exceeds-source' }
  const targetAmountMinor = exchangeHalfUp(sourceAmountMinor - fee.feeTotalMinor, pricing.rate)
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  return { sourceAmountMinor, ...fee, targetAmountMinor }
}

/**
 * The option of a given target amount: the smallest source amount that buys it. The recipient receives exactly
 * the target amount. Throws when the amount is not positive or the methods do not exist.
 */
export function optionFromTarget(
  input: OptionInput,
  targetAmountMinor: bigint,
): OptionAmounts | OptionRefusal {
  requirePositive(targetAmountMinor)
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const pricing = pricingOf(input)
  const neededMinor = minimumSourceMinor(targetAmountMinor, pricing.rate)
  // The items of a fee are rounded up at different amounts. An amount that is greater by one minor unit may therefore
  // leave less after the fee, so the few amounts above the lower bound are tried in order.
  let sourceAmountMinor = lowerBound(pricing, neededMinor)
  for (; sourceAmountMinor <= MINOR_MAX; sourceAmountMinor += 1n) {
    const fee = feeOf(pricing, sourceAmountMinor)
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

/**
 * The target amount for `soldMinor` at the current rate, after the rate lock or without one (D12a). Rounded down,
 * because the fee was agreed for another rate and might be less than rounding up costs (D110).
 */
export function repricedTargetMinor(
  { source, target, rate }: Pick<OptionInput, 'source' | 'target' | 'rate'>,
  soldMinor: bigint,
): bigint {
  return exchange(money(soldMinor, source), rate, target, 'down')
}

/** The minimum fee of exchanging a source amount under any tariff (D110). */
export function minimumExchangeFeeMinor(
  input: Pick<OptionInput, 'source' | 'target' | 'rate'>,
  sourceAmountMinor: bigint,
): bigint {
  return minimumFeeAt(minorRate(input), sourceAmountMinor)
}

/** When the tariff is below the minimum fee, `providerMinor` is raised by the difference. */
function feeOf(pricing: Pricing, sourceAmountMinor: bigint): Fee {
  const { tariff, partner } = pricing
  const price = priceUnder(tariff, sourceAmountMinor)
  const { payInMinor, discountMinor } = price
  const surplusMinor = payInMinor - discountMinor
  const lowestMinor = minimumFeeMinor(pricing, sourceAmountMinor) - surplusMinor
  const providerMinor = largerMinor(lowestMinor, price.providerMinor)
  const partnerFeeMinor = partner.digits === 0n ? 0n : partnerMinor(partner, sourceAmountMinor)
  return {
    providerMinor,
    payInMinor,
    discountMinor,
    partnerMinor: partnerFeeMinor,
    feeTotalMinor: providerMinor + surplusMinor + partnerFeeMinor,
  }
}

/**
 * The minimum fee of an exchange without the partner's share, so that rounding never favours the customer (D110): half
 * a minor unit of the target, because rounding half up can add as much to the target amount, and the most that rounding
 * the rate can add. Rounded up to a minor unit of the source.
 */
function minimumFeeMinor({ rate, isExchange }: Pricing, sourceAmountMinor: bigint): bigint {
  return isExchange ? minimumFeeAt(rate, sourceAmountMinor) : 0n
}

function minimumFeeAt({ numerator, denominator }: MinorRate, sourceAmountMinor: bigint): bigint {
  return ceilDivide(
    denominator * RATE_PRECISION + sourceAmountMinor * numerator,
    2n * numerator * RATE_PRECISION,
  )
}

/**
 * A lower bound of the source amounts that leave `neededMinor` after the fee, close to the smallest of them: each formula
 * of the fee without rounding, solved for the source amount. The formula with the greatest fee applies.
 */
function lowerBound(pricing: Pricing, neededMinor: bigint): bigint {
  const { tariff, partner } = pricing
  // All shares of the source amount are multiplied by `unit`, so that the fractions become whole numbers.
  const perPpm = powerOfTen(partner.scale)
  const unit = PPM * perPpm
  const leftByPartner = unit - partner.digits * PPM
  const leftByPayIn = leftByPartner - tariff.payInPpm * perPpm
  const leftByVariable = leftByPayIn - tariff.variablePpm * perPpm
  const discount = tariff.discountPpm * perPpm
  const lowestNeededMinor = neededMinor - ROUNDING_ERROR_MINOR_MAX

  // The minimum fee of an exchange grows with the amount by half the last digit of the rate.
  const rateErrorDivisor = 2n * RATE_PRECISION
  const withExchangeMinimum = ceilDivide(
    (lowestNeededMinor + minimumFeeMinor(pricing, 0n)) * unit * rateErrorDivisor,
    leftByPartner * rateErrorDivisor - (pricing.isExchange ? unit : 0n),
  )

  const extrasMinor = tariff.payInFixedMinor + tariff.surchargeMinor
  const neededWithMinimum = (lowestNeededMinor + extrasMinor + tariff.minimumMinor) * unit
  const neededWithFixed = (lowestNeededMinor + extrasMinor + tariff.fixedMinor) * unit
  const withMinimum = ceilDivide(neededWithMinimum, leftByPayIn)
  const withVariable = ceilDivide(neededWithFixed, leftByVariable)
  const withDiscount = ceilDivide(
    neededWithFixed + discount * tariff.discountFromMinor,
    leftByVariable + discount,
  )
  const withTariff =
    withVariable > tariff.discountFromMinor ? withDiscount : largerMinor(withMinimum, withVariable)
  return largerMinor(withExchangeMinimum, withTariff)
}

/** The smallest source amount that exchanges to `targetAmountMinor` or more. */
function minimumSourceMinor(
  targetAmountMinor: bigint,
  { numerator, denominator }: MinorRate,
): bigint {
  return ceilDivide((2n * targetAmountMinor - 1n) * denominator, 2n * numerator)
}

function exchangeHalfUp(sourceMinor: bigint, { numerator, denominator }: MinorRate): bigint {
  return (2n * sourceMinor * numerator + denominator) / (2n * denominator)
}

function pricingOf(input: OptionInput): Pricing {
  return {
    tariff: tariffOf(input),
    partner: partnerOf(input),
    rate: minorRate(input),
    isExchange: input.source !== input.target,
  }
}

function minorRate({
  source,
  target,
  rate,
}: Pick<OptionInput, 'source' | 'target' | 'rate'>): MinorRate {
  return {
    numerator: rate.digits * powerOfTen(scaleOf(target)),
    denominator: powerOfTen(rate.scale + scaleOf(source)),
  }
}

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
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
