// The fees of the catalogue as integers, by source currency: minor units of that currency, and parts per million of the source
// amount. The prices of the catalogue, which are texts, are converted once, when this file is loaded, because every quote uses them.

import { type Currency, scaleOf } from '../../kernel/money.ts'
import type { CorridorPrice, Send } from './catalogue/entry.ts'
import { entryOf, sendOf } from './catalogue/index.ts'
import { payInPrices, payOutPrices, volumeDiscount } from './catalogue/prices.ts'
import { minorOf, minorOfUsd, ppmOf } from './catalogue-amounts.ts'
import {
  type PayIn,
  type PayOut,
  payIns,
  payOuts,
  sourceCurrencies,
  targetCurrencies,
} from './routes.ts'

/** Fees in USD are converted and rounded to this many significant digits (`catalogue/prices.ts`). */
const METHOD_FEE_SIGNIFICANT_DIGITS = 2
/** The amount from which the variable fee is reduced, in USD, is converted and rounded to this many significant digits. */
const DISCOUNT_SIGNIFICANT_DIGITS = 1

/** The corridor's part of a fee is `max(minimum, fixed + variable)`. `tariffs.ts` adds the fees of pay-in and pay-out, and subtracts the discount. */
type CorridorFees = {
  readonly fixedMinor: bigint
  readonly minimumMinor: bigint
  readonly variablePpm: bigint
}

type PayInFees = { readonly fixedMinor: bigint; readonly variablePpm: bigint }

type PayOutFees = {
  readonly surchargeMinor: bigint
  /** By target currency: replaces `surchargeMinor`. */
  readonly surchargeToMinor: ReadonlyMap<Currency, bigint>
  /** The share of the corridor's variable fee that is charged. */
  readonly variableSharePpm: bigint
  /** Whether the corridor's fixed fee and its minimum are charged. */
  readonly chargesCorridorFixed: boolean
}

type PriceList = {
  /** For a transfer whose source and target currency are the same. */
  readonly sameCurrency: CorridorFees
  /** For a target currency without fees in `corridors`. The variable fee of the target currency is added. */
  readonly otherCurrency: CorridorFees
  readonly corridors: ReadonlyMap<Currency, CorridorFees>
  readonly payIns: Readonly<Record<PayIn, PayInFees>>
  readonly payOuts: Readonly<Record<PayOut, PayOutFees>>
  /** The source amount above which the variable fee is reduced. */
  readonly discountFromMinor: bigint
}

/** The share by which the variable fee of the amount above `discountFromMinor` is reduced. */
export const discountSharePpm = ppmOf(volumeDiscount.share)

const targetVariablePpm = new Map(
  targetCurrencies.map((target) => [target, ppmOf(entryOf(target).receive?.variable ?? '0')]),
)
const priceLists = new Map(sourceCurrencies.map((source) => [source, makePriceList(source)]))

/** Undefined when nothing can be sent from `source`. */
export function findPriceList(source: Currency): PriceList | undefined {
  return priceLists.get(source)
}

/**
 * The fees of the corridor's price in the catalogue; without a price, the general fees with the variable fee of the target currency
 * added. Undefined when nothing can be sent from `source`, or nothing to `target`.
 */
export function findCorridorFees(source: Currency, target: Currency): CorridorFees | undefined {
  const priceList = priceLists.get(source)
  const targetPpm = targetVariablePpm.get(target)
  if (priceList === undefined || targetPpm === undefined) return undefined
  const { sameCurrency, otherCurrency, corridors } = priceList
  if (source === target) return sameCurrency
  const variablePpm = otherCurrency.variablePpm + targetPpm
  return corridors.get(target) ?? { ...otherCurrency, variablePpm }
}

function makePriceList(source: Currency): PriceList {
  const send = sendOf(source)
  const scale = scaleOf(source)
  return {
    sameCurrency: {
      fixedMinor: minorOf(send.sameCurrency, scale),
      minimumMinor: 0n,
      variablePpm: 0n,
    },
    otherCurrency: {
      fixedMinor: minorOf(send.fixed, scale),
      minimumMinor: minorOf(send.minimum, scale),
      variablePpm: ppmOf(send.variable ?? '0'),
    },
    corridors: new Map(
      Object.entries(send.corridors ?? {}).map(([target, price]) => [
        target,
        specialFees(send, price, target, scale),
      ]),
    ),
    payIns: recordOf(payIns, (payIn) => payInFees(payIn, source)),
    payOuts: recordOf(payOuts, (payOut) => payOutFees(payOut, source)),
    discountFromMinor: minorOfUsd(volumeDiscount.fromUsd, source, DISCOUNT_SIGNIFICANT_DIGITS),
  }
}

/** The fees of a corridor that has a price in the catalogue, with the general fee wherever the price names no fee. */
function specialFees(
  send: Send,
  { fixed = send.fixed, minimum = send.minimum, variable }: CorridorPrice,
  target: Currency,
  scale: number,
): CorridorFees {
  const generalPpm = ppmOf(send.variable ?? '0') + (targetVariablePpm.get(target) ?? 0n)
  return {
    fixedMinor: minorOf(fixed, scale),
    minimumMinor: minorOf(minimum, scale),
    variablePpm: variable === undefined ? generalPpm : ppmOf(variable),
  }
}

function payInFees(payIn: PayIn, source: Currency): PayInFees {
  const { fixedUsd, variable } = payInPrices[payIn]
  return { fixedMinor: methodFee(fixedUsd, source), variablePpm: ppmOf(variable) }
}

function payOutFees(payOut: PayOut, source: Currency): PayOutFees {
  const { fixedUsd, fixedUsdTo = {}, variableShare, chargesCorridorFixed } = payOutPrices[payOut]
  return {
    surchargeMinor: methodFee(fixedUsd, source),
    surchargeToMinor: new Map(
      Object.entries(fixedUsdTo).map(([target, usd]) => [target, methodFee(usd, source)]),
    ),
    variableSharePpm: ppmOf(variableShare),
    chargesCorridorFixed,
  }
}

function methodFee(usd: string, source: Currency): bigint {
  return minorOfUsd(usd, source, METHOD_FEE_SIGNIFICANT_DIGITS)
}

function recordOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
}
