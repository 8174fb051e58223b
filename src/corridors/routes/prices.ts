// The prices of the catalogue, converted at load to integers: minor units of the source currency and
// millionths of the source amount. Each item of a fee is rounded half up, once (D14).

import { type Decimal, decimal, divide } from '../../kernel/decimal.ts'
import { type Currency, largerMinor, scaleOf } from '../../kernel/money.ts'
import type { CorridorPrice, Send } from './catalogue/entry.ts'
import { entryOf } from './catalogue/index.ts'
import { PRICE_SET_ID, payInPrices, payOutPrices, volumeDiscount } from './catalogue/prices.ts'
import {
  type PayIn,
  type PayOut,
  payIns,
  payOuts,
  sourceCurrencies,
  targetCurrencies,
} from './routes.ts'

export { PRICE_SET_ID }

const PPM_DECIMALS = 6
/** Parts per million in a whole. */
export const PPM = 10n ** BigInt(PPM_DECIMALS)
const DERIVED_SIGNIFICANT_DIGITS = 2

/**
 * The price of a corridor by one pay-in and one pay-out method. A source amount costs, before rounding,
 * `max(minimum, fixed + variable) + surcharge + payInFixed + payInVariable - discount`.
 */
export type Tariff = {
  readonly fixedMinor: bigint
  readonly minimumMinor: bigint
  readonly surchargeMinor: bigint
  readonly variablePpm: bigint
  readonly payInFixedMinor: bigint
  readonly payInPpm: bigint
  readonly discountFromMinor: bigint
  readonly discountPpm: bigint
}

export type PriceInput = {
  readonly source: Currency
  readonly target: Currency
  readonly payIn: PayIn
  readonly payOut: PayOut
}

/** The items of a fee, in minor units of the source currency. */
export type Price = {
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
}

type CorridorRates = {
  readonly fixedMinor: bigint
  readonly minimumMinor: bigint
  readonly variablePpm: bigint
}

type SourcePrices = CorridorRates & {
  readonly sameCurrencyMinor: bigint
  readonly discountFromMinor: bigint
  readonly corridors: ReadonlyMap<Currency, CorridorRates>
  readonly payIns: Readonly<Record<PayIn, { readonly fixedMinor: bigint; readonly ppm: bigint }>>
  readonly payOuts: Readonly<Record<PayOut, PayOutPrices>>
}

type PayOutPrices = {
  readonly surchargeMinor: bigint
  readonly surchargeToMinor: ReadonlyMap<Currency, bigint>
}

const discountSharePpm = ppm(volumeDiscount.share)
const payOutShares = recordOf(payOuts, (payOut) => ppm(payOutPrices[payOut].variableShare))
const targetPpm = new Map(
  targetCurrencies.map((code) => [code, ppm(entryOf(code).receive?.variable ?? '0')]),
)
const sources = new Map(sourceCurrencies.map((code) => [code, sourcePrices(code)]))

/** Throws when the route or one of its methods does not exist: check with `findRoute` first. */
export function tariffOf({ source, target, payIn, payOut }: PriceInput): Tariff {
  const from = sources.get(source)
  const toPpm = targetPpm.get(target)
  if (from === undefined || toPpm === undefined)
    throw new RangeError(`no route: ${source}-${target}`)
  const payOutPrice = from.payOuts[payOut]
  const { fixedMinor, minimumMinor, variablePpm } = corridorRates(from, toPpm, source, target)
  const hasCorridorFee = payOutPrices[payOut].corridorFixed
  const chargedPpm = divide(variablePpm * payOutShares[payOut], PPM, 'half_up')
  return {
    fixedMinor: hasCorridorFee ? fixedMinor : 0n,
    minimumMinor: hasCorridorFee ? minimumMinor : 0n,
    surchargeMinor: payOutPrice.surchargeToMinor.get(target) ?? payOutPrice.surchargeMinor,
    variablePpm: chargedPpm,
    payInFixedMinor: from.payIns[payIn].fixedMinor,
    payInPpm: from.payIns[payIn].ppm,
    discountFromMinor: from.discountFromMinor,
    discountPpm: divide(chargedPpm * discountSharePpm, PPM, 'half_up'),
  }
}

function corridorRates(
  from: SourcePrices,
  toPpm: bigint,
  source: Currency,
  target: Currency,
): CorridorRates {
  if (source === target)
    return { fixedMinor: from.sameCurrencyMinor, minimumMinor: 0n, variablePpm: 0n }
  const ratesOfCorridor = from.corridors.get(target)
  if (ratesOfCorridor !== undefined) return ratesOfCorridor
  return {
    fixedMinor: from.fixedMinor,
    minimumMinor: from.minimumMinor,
    variablePpm: from.variablePpm + toPpm,
  }
}

/** The price of `sourceAmountMinor`, each item rounded half up once. */
export function priceUnder(tariff: Tariff, sourceAmountMinor: bigint): Price {
  const feeMinor = tariff.fixedMinor + shareOf(sourceAmountMinor, tariff.variablePpm)
  const discountedMinor = sourceAmountMinor - tariff.discountFromMinor
  return {
    providerMinor: largerMinor(tariff.minimumMinor, feeMinor) + tariff.surchargeMinor,
    payInMinor: tariff.payInFixedMinor + shareOf(sourceAmountMinor, tariff.payInPpm),
    discountMinor: discountedMinor > 0n ? shareOf(discountedMinor, tariff.discountPpm) : 0n,
  }
}

/**
 * The catalogue's price of sending `sourceAmountMinor`, without an application's own price and before the
 * minimum fee of an exchange (`minimumFeeMinor` in options.ts).
 */
export function priceOf(input: PriceInput & { readonly sourceAmountMinor: bigint }): Price {
  return priceUnder(tariffOf(input), input.sourceAmountMinor)
}

/** An application's own price: `fraction` of the source amount, rounded half up once. */
export function partnerMinor(fraction: Decimal, sourceAmountMinor: bigint): bigint {
  return divide(sourceAmountMinor * fraction.digits, 10n ** BigInt(fraction.scale), 'half_up')
}

function shareOf(amountMinor: bigint, fractionPpm: bigint): bigint {
  return fractionPpm === 0n ? 0n : (amountMinor * fractionPpm + PPM / 2n) / PPM
}

function sourcePrices(source: Currency): SourcePrices {
  const { send } = entryOf(source)
  if (send === undefined) throw new RangeError(`no source currency: ${source}`)
  const scale = scaleOf(source)
  const general = {
    fixedMinor: minorOf(send.fixed, scale),
    minimumMinor: minorOf(send.minimum, scale),
    variablePpm: ppm(send.variable ?? '0'),
  }
  return {
    ...general,
    sameCurrencyMinor: minorOf(send.sameCurrency, scale),
    discountFromMinor: inCurrency(volumeDiscount.fromUsd, source, 1),
    corridors: corridorsOf(send, general, scale),
    payIns: recordOf(payIns, (payIn) => ({
      fixedMinor: inCurrency(payInPrices[payIn].fixedUsd, source, DERIVED_SIGNIFICANT_DIGITS),
      ppm: ppm(payInPrices[payIn].variable),
    })),
    payOuts: recordOf(payOuts, (payOut) => payOutPricesOf(payOut, source)),
  }
}

function corridorsOf(send: Send, general: CorridorRates, scale: number) {
  const ratesOf = ([target, price]: [Currency, CorridorPrice]): [Currency, CorridorRates] => [
    target,
    {
      fixedMinor: price.fixed === undefined ? general.fixedMinor : minorOf(price.fixed, scale),
      minimumMinor:
        price.minimum === undefined ? general.minimumMinor : minorOf(price.minimum, scale),
      variablePpm:
        price.variable === undefined
          ? general.variablePpm + (targetPpm.get(target) ?? 0n)
          : ppm(price.variable),
    },
  ]
  return new Map(Object.entries(send.corridors ?? {}).map(ratesOf))
}

function payOutPricesOf(payOut: PayOut, source: Currency): PayOutPrices {
  const { fixedUsd, fixedUsdTo } = payOutPrices[payOut]
  const inSource = (usd: string) => inCurrency(usd, source, DERIVED_SIGNIFICANT_DIGITS)
  return {
    surchargeMinor: inSource(fixedUsd),
    surchargeToMinor: new Map(
      Object.entries(fixedUsdTo ?? {}).map(([target, usd]) => [target, inSource(usd)]),
    ),
  }
}

/** An amount of US dollars in minor units of `currency`, at the catalogue's rate, rounded to `significantDigits`. */
export function inCurrency(usd: string, currency: Currency, significantDigits: number): bigint {
  const price = decimal(usd)
  const rate = decimal(entryOf(currency).perUsd)
  const minor = divide(
    price.digits * rate.digits * 10n ** BigInt(scaleOf(currency)),
    10n ** BigInt(price.scale + rate.scale),
    'half_up',
  )
  const step = 10n ** BigInt(Math.max(0, minor.toString().length - significantDigits))
  return divide(minor, step, 'half_up') * step
}

/** Decimal text as minor units. Throws when it has more decimals than the currency. */
export function minorOf(text: string, scale: number): bigint {
  const { digits, scale: textScale } = decimal(text)
  return divide(digits * 10n ** BigInt(scale), 10n ** BigInt(textScale), 'exact')
}

function ppm(fraction: string): bigint {
  return minorOf(fraction, PPM_DECIMALS)
}

function recordOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
}
