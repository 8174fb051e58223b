// Finds the smallest source amount that leaves a needed amount after its fee. Before rounding, the fee follows a few
// linear formulas. They are solved for the source amount, and the search begins at the solution, less the rounding errors.

import { largerMinor, MINOR_MAX } from '../../kernel/money.ts'
import { PPM } from './catalogue-amounts.ts'
import { type Fee, type FeeTerms, feeOf, minimumFeeMinor } from './fees.ts'
import { ceilAtLeastOne, powerOfTen, RATE_PRECISION } from './minor-rates.ts'

// Provider, pay-in, partner and discount are each off by at most half a minor unit.
const ROUNDING_ERROR_MINOR_MAX = 2n

/**
 * Returns the smallest source amount that leaves `neededMinor` or more after its fee, with the items of the fee. Undefined when
 * the amount would have more than fifteen digits.
 */
export function findSmallestSource(
  terms: FeeTerms,
  neededMinor: bigint,
): (Fee & { readonly sourceAmountMinor: bigint }) | undefined {
  // Each item of a fee is rounded by itself, so the fee of an amount that is greater by one minor unit can be greater by
  // several, which leaves less. The few amounts above the lower bound are therefore tried in order.
  let sourceAmountMinor = lowerBoundMinor(terms, neededMinor)
  for (; sourceAmountMinor <= MINOR_MAX; sourceAmountMinor += 1n) {
    const fee = feeOf(terms, sourceAmountMinor)
    if (sourceAmountMinor - fee.feeTotalMinor >= neededMinor) return { sourceAmountMinor, ...fee }
  }
  return undefined
}

/**
 * No smaller source amount leaves `neededMinor` after the fee. The formula with the greatest fee is solved for the amount. Where
 * the discount applies, the fee is above the minimum (`routes-tariffs.test.ts` checks that), so the minimum does not count there.
 */
function lowerBoundMinor(terms: FeeTerms, neededMinor: bigint): bigint {
  const unit = unitOf(terms)
  const fees = linearFees(terms, unit)
  const leftMinor = neededMinor - ROUNDING_ERROR_MINOR_MAX
  const sourceMinorAt = ({ constant, share }: LinearFee) =>
    ceilAtLeastOne(leftMinor * unit + constant, unit - share)

  const withVariableMinor = sourceMinorAt(fees.variable)
  const withTariffMinor =
    withVariableMinor > terms.tariff.discountFromMinor
      ? sourceMinorAt(fees.discounted)
      : largerMinor(withVariableMinor, sourceMinorAt(fees.minimum))
  return largerMinor(withTariffMinor, sourceMinorAt(fees.exchangeMinimum))
}

/** The fee of a source amount is `(constant + share × amount) / unit`, before rounding. */
type LinearFee = { readonly constant: bigint; readonly share: bigint }

/** A common multiple of the denominators of all shares. */
function unitOf({ partner }: FeeTerms): bigint {
  return PPM * powerOfTen(partner.scale) * 2n * RATE_PRECISION
}

/** The formulas of the fee, each with the partner's share. The discount applies only above its threshold. */
function linearFees(terms: FeeTerms, unit: bigint) {
  const { tariff, partner, isExchange } = terms
  const perPpm = unit / PPM
  const partnerShare = partner.digits * (unit / powerOfTen(partner.scale))
  const addedMinor = tariff.surchargeMinor + tariff.payInFixedMinor
  const addedShare = tariff.payInPpm * perPpm + partnerShare
  const minimum: LinearFee = {
    constant: (tariff.minimumMinor + addedMinor) * unit,
    share: addedShare,
  }
  const variable: LinearFee = {
    constant: (tariff.fixedMinor + addedMinor) * unit,
    share: tariff.variablePpm * perPpm + addedShare,
  }
  const discountShare = tariff.discountPpm * perPpm
  const discounted: LinearFee = {
    constant: variable.constant + discountShare * tariff.discountFromMinor,
    share: variable.share - discountShare,
  }
  // The minimum fee of an exchange grows with the amount by half the last digit of the rate.
  const exchangeMinimum: LinearFee = {
    constant: minimumFeeMinor(terms, 0n) * unit,
    share: partnerShare + (isExchange ? unit / (2n * RATE_PRECISION) : 0n),
  }
  return { minimum, variable, discounted, exchangeMinimum }
}
