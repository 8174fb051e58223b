// The tariff of a route by one pay-in and one pay-out method, and the fee that it charges for a source amount.

import { type Currency, largerMinor } from '../../kernel/money.ts'
import { PPM } from './catalogue-amounts.ts'
import { discountSharePpm, findCorridorFees, findPriceList } from './price-lists.ts'
import type { PayIn, PayOut } from './routes.ts'

export type TariffInput = {
  readonly source: Currency
  readonly target: Currency
  readonly payIn: PayIn
  readonly payOut: PayOut
}

/**
 * Amounts in minor units of the source currency, fractions in millionths of the source amount. Before rounding, a source
 * amount costs `max(minimum, fixed + variable) + surcharge + payInFixed + payInVariable - discount`.
 */
export type Tariff = {
  readonly fixedMinor: bigint
  readonly minimumMinor: bigint
  readonly variablePpm: bigint
  readonly surchargeMinor: bigint
  readonly payInFixedMinor: bigint
  readonly payInPpm: bigint
  /** The discount applies to the amount above this one. */
  readonly discountFromMinor: bigint
  readonly discountPpm: bigint
}

/** The items of a tariff's fee, in minor units of the source currency. */
type TariffFee = {
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
}

/** Throws when the route does not exist. Check with `findRoute` first, which returns the methods that the route offers. */
export function tariffOf({ source, target, payIn, payOut }: TariffInput): Tariff {
  const priceList = findPriceList(source)
  const corridor = findCorridorFees(source, target)
  if (priceList === undefined || corridor === undefined)
    throw new RangeError(`no route: ${source}-${target}`)
  const payInFees = priceList.payIns[payIn]
  const payOutFees = priceList.payOuts[payOut]
  const variablePpm = shareOf(corridor.variablePpm, payOutFees.variableSharePpm)
  return {
    fixedMinor: payOutFees.chargesCorridorFixed ? corridor.fixedMinor : 0n,
    minimumMinor: payOutFees.chargesCorridorFixed ? corridor.minimumMinor : 0n,
    variablePpm,
    surchargeMinor: payOutFees.surchargeToMinor.get(target) ?? payOutFees.surchargeMinor,
    payInFixedMinor: payInFees.fixedMinor,
    payInPpm: payInFees.variablePpm,
    discountFromMinor: priceList.discountFromMinor,
    discountPpm: shareOf(variablePpm, discountSharePpm),
  }
}

/** The fee of `sourceAmountMinor` under the tariff, each item rounded half up once (D14). */
export function tariffFee(tariff: Tariff, sourceAmountMinor: bigint): TariffFee {
  const corridorMinor = tariff.fixedMinor + shareOf(sourceAmountMinor, tariff.variablePpm)
  const discountedMinor = largerMinor(0n, sourceAmountMinor - tariff.discountFromMinor)
  return {
    providerMinor: largerMinor(tariff.minimumMinor, corridorMinor) + tariff.surchargeMinor,
    payInMinor: tariff.payInFixedMinor + shareOf(sourceAmountMinor, tariff.payInPpm),
    discountMinor: shareOf(discountedMinor, tariff.discountPpm),
  }
}

/** `sharePpm` millionths of a number that is not negative, rounded half up. */
function shareOf(whole: bigint, sharePpm: bigint): bigint {
  return sharePpm === 0n ? 0n : (whole * sharePpm + PPM / 2n) / PPM
}
