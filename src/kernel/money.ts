// Money is a whole number of minor units and a currency. The service adds, compares and stores amounts in no other
// form. This file converts them from and to the decimals of the wire.

import * as iso from 'dinero.js/currencies'
import { type Decimal, divide, parseDecimal, type Rounding } from './decimal.ts'

/** An alphabetic code with a known number of decimals: of ISO 4217, or one of `OUTSIDE_ISO`. */
export type Currency = string

/** `minor` is the amount in the smallest unit of `currency`: pence, yen, fils. */
export type Money = { readonly minor: bigint; readonly currency: Currency }

/** A number of 15 decimal digits is unchanged by conversion to a double and back. With a sixteenth digit it may change. */
export const MINOR_DIGITS_MAX = 15
export const MINOR_MAX = 10n ** BigInt(MINOR_DIGITS_MAX) - 1n

// `supportsDecimals` is false for these (Facts 7), so their amounts are whole even where ISO 4217 has decimals.
const WHOLE_ONLY = new Set(
  'BIF CLP DJF GNF HUF IDR ISK JPY KES KMF KRW NPR PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)

// The catalogue of currencies has these codes, but the current list of ISO 4217 does not: they are local currencies and
// withdrawn ones. Quotes refuse the withdrawn HRK. Each has two decimals.
const OUTSIDE_ISO = new Set('ANG CUC GGP IMP JEP SLL HRK'.split(' '))

/** A later entry replaces an earlier one of the same currency. */
const scales = new Map<string, number>([
  ...[...OUTSIDE_ISO].map((code) => [code, 2] as const),
  ...Object.values(iso).map(
    ({ code, exponent, base }) =>
      // MGA and MRU are divided by five, so no decimal scale fits; two decimals are what banks use.
      [code, base === 10 ? exponent : 2] as const,
  ),
  ...[...WHOLE_ONLY].map((code) => [code, 0] as const),
])

/** The number of decimals of amounts in `currency`; undefined for an unknown currency. */
export function findScale(currency: string): number | undefined {
  return scales.get(currency)
}

export function supportsDecimals(currency: Currency): boolean {
  return !WHOLE_ONLY.has(currency)
}

/** The number of decimals of amounts in `currency`. Throws for an unknown currency. */
export function scaleOf(currency: Currency): number {
  const scale = findScale(currency)
  if (scale === undefined) throw new RangeError(`unknown currency: ${currency}`)
  return scale
}

/** The smaller of two amounts in minor units of one currency. */
export function smallerMinor(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** The larger of two amounts in minor units of one currency. */
export function largerMinor(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/**
 * Throws for more than fifteen digits, because such an amount must be refused and never rounded. Balances are not made
 * with `money`, because refunds and arriving transfers may give a balance more digits (gap 53).
 */
export function money(minor: bigint, currency: Currency): Money {
  if (!isInRange(minor)) throw new RangeError(`amount out of range: ${minor} ${currency}`)
  return { minor, currency }
}

/**
 * Parses an amount in decimal text. Undefined when the text is not a decimal number, needs more decimals than the currency
 * has (zeros at its end are accepted), or has more than fifteen digits.
 */
export function parseMoney(text: string, currency: Currency): Money | undefined {
  const parsed = parseDecimal(text)
  if (parsed === undefined) return undefined
  const minor = atScale(parsed, scaleOf(currency))
  if (minor === undefined || !isInRange(minor)) return undefined
  return { minor, currency }
}

function isInRange(minor: bigint): boolean {
  return minor >= -MINOR_MAX && minor <= MINOR_MAX
}

function atScale({ digits, scale }: Decimal, targetScale: number): bigint | undefined {
  if (scale <= targetScale) return digits * 10n ** BigInt(targetScale - scale)
  const divisor = 10n ** BigInt(scale - targetScale)
  return digits % divisor === 0n ? digits / divisor : undefined
}

/**
 * The amount as a JSON number, the same as if its decimal text were parsed. Up to fifteen digits the numerator and the
 * denominator are exact, so only the division rounds. The decimal text of a balance with more digits (gap 53) is
 * parsed, because a numerator above 2^53 would be rounded too.
 */
export function toWire(amount: Money): number {
  const { minor, currency } = amount
  return isInRange(minor) ? Number(minor) / 10 ** scaleOf(currency) : Number(toText(amount))
}

/** The amount with its currency, as in `MoneyOut` (`wire.ts`). */
export function toWireWithCurrency(amount: Money) {
  return { value: toWire(amount), currency: amount.currency }
}

/** The amount as decimal text with its currency: `12.50 GBP`. */
export function textWithCurrency(amount: Money): string {
  return `${toText(amount)} ${amount.currency}`
}

/** The amount as decimal text with all the decimals of its currency: `12.50`. */
export function toText({ minor, currency }: Money): string {
  const scale = scaleOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Exchanges `source` at `rate` (units of target per unit of source). Returns minor units of `target`. */
export function exchange(
  source: Money,
  rate: Decimal,
  target: Currency,
  rounding: Rounding,
): bigint {
  const numerator = source.minor * rate.digits * 10n ** BigInt(scaleOf(target))
  const denominator = 10n ** BigInt(rate.scale + scaleOf(source.currency))
  return divide(numerator, denominator, rounding)
}
