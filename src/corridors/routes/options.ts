// The amounts that a sender pays and a recipient receives by one pay-in and one pay-out method (D14).

import { exchange, MINOR_MAX, money } from '../../kernel/money.ts'
import { type Fee, type FeeInput, feeOf, feeTermsOf } from './fees.ts'
import { exchangeHalfUp, type RateInput, smallestExchangedMinor } from './minor-rates.ts'
import { findSmallestSource } from './smallest-source.ts'

export type OptionInput = FeeInput

/** In minor units of the source currency; `targetAmountMinor` in those of the target currency. */
export type OptionAmounts = Fee & {
  readonly sourceAmountMinor: bigint
  readonly targetAmountMinor: bigint
}

type OptionRefusal = { readonly refused: 'fee-exceeds-source' | 'amount-too-large' }

/**
 * The option of a given source amount: the amount less the fee, exchanged, rounded half up. Throws when the
 * amount is not positive or the route does not exist.
 */
export function optionFromSource(
  input: OptionInput,
  sourceAmountMinor: bigint,
): OptionAmounts | OptionRefusal {
  requirePositive(sourceAmountMinor)
  if (sourceAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const terms = feeTermsOf(input)
  const fee = feeOf(terms, sourceAmountMinor)
  if (fee.feeTotalMinor >= sourceAmountMinor) return { refused: 'fee-exceeds-source' }
  const targetAmountMinor = exchangeHalfUp(sourceAmountMinor - fee.feeTotalMinor, terms.rate)
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  return { sourceAmountMinor, ...fee, targetAmountMinor }
}

/**
 * The option of a given target amount, with the smallest source amount that buys it. The recipient receives exactly
 * the target amount. Throws when the amount is not positive or the route does not exist.
 */
export function optionFromTarget(
  input: OptionInput,
  targetAmountMinor: bigint,
): OptionAmounts | OptionRefusal {
  requirePositive(targetAmountMinor)
  if (targetAmountMinor > MINOR_MAX) return { refused: 'amount-too-large' }
  const terms = feeTermsOf(input)
  const exchangedMinor = smallestExchangedMinor(targetAmountMinor, terms.rate)
  const source = findSmallestSource(terms, exchangedMinor)
  return source === undefined ? { refused: 'amount-too-large' } : { ...source, targetAmountMinor }
}

/**
 * The target amount for `soldMinor`, which is the source amount less the fee, at the current rate: after the rate lock or
 * without one (D12a). Rounded down, because the fee was agreed for another rate and might be less than rounding up costs
 * (D110).
 */
export function repricedTargetMinor(
  { source, target, rate }: RateInput,
  soldMinor: bigint,
): bigint {
  return exchange(money(soldMinor, source), rate, target, 'down')
}

function requirePositive(amountMinor: bigint): void {
  if (amountMinor <= 0n) throw new RangeError(`amount must be positive: ${amountMinor}`)
}
