// Money is a whole number of minor units and a currency. Nothing in this service adds, compares or
// stores an amount in any other form; decimals exist only on the wire, and only in this file.

import * as iso from 'dinero.js/currencies'
import { type Decimal, divide, parseDecimal, type Rounding } from './decimal.ts'

/** An ISO 4217 alphabetic code that this service knows the scale of. */
export type Currency = string & { readonly __currency?: never }

/** `minor` counts the smallest unit of `currency`: pence, yen, fils. */
export type Money = { readonly minor: bigint; readonly currency: Currency }

/** Fifteen significant digits survive decimal -> double -> decimal; a sixteenth may not. */
export const MINOR_MAX = 10n ** 15n - 1n

// Facts 7: `supportsDecimals` is false. Amounts in them are whole, whatever ISO 4217 allows.
const WHOLE_ONLY = new Set(
  'BIF CLP DJF GNF HUF IDR ISK JPY KES KMF KRW NPR PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)

// In use, but not (or no longer) in ISO 4217's current list: two decimals each.
const BESIDE_ISO = new Set('ANG CUC GGP IMP JEP SLL HRK'.split(' '))

/** The last word on a currency counts. */
const scales = new Map<string, number>([
  ...[...BESIDE_ISO].map((code) => [code, 2] as const),
  ...Object.values(iso).map(
    ({ code, exponent, base }) =>
      // MGA and MRU are divided by five, so no decimal scale fits; two decimals are what banks use.
      [code, base === 10 ? exponent : 2] as const,
  ),
  ...[...WHOLE_ONLY].map((code) => [code, 0] as const),
])

/** The number of decimals of an amount in `currency`; undefined when the currency is not known. */
export function findScale(currency: string): number | undefined {
  return scales.get(currency)
}

export function supportsDecimals(currency: Currency): boolean {
  return !WHOLE_ONLY.has(currency)
}

/** The number of decimals of an amount in `currency`. Throws for a currency nobody knows. */
export function scaleOf(currency: Currency): number {
  const scale = findScale(currency)
  if (scale === undefined) throw new RangeError(`unknown currency: ${currency}`)
  return scale
}

/** Throws when the amount is beyond fifteen digits: such an amount must be refused, not rounded. */
export function money(minor: bigint, currency: Currency): Money {
  if (minor > MINOR_MAX || minor < -MINOR_MAX)
    throw new RangeError(`amount out of range: ${minor} ${currency}`)
  return { minor, currency }
}

/**
 * Reads an amount as it came over the wire, as decimal text. Undefined when the text is no decimal,
 * has more decimals than the currency, or is beyond fifteen digits.
 */
export function parseMoney(text: string, currency: Currency): Money | undefined {
  const parsed = parseDecimal(text)
  if (parsed === undefined) return undefined
  const minor = atScale(parsed, scaleOf(currency))
  if (minor === undefined || minor > MINOR_MAX || minor < -MINOR_MAX) return undefined
  return { minor, currency }
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint | undefined {
  if (scale <= wanted) return digits * 10n ** BigInt(wanted - scale)
  const divisor = 10n ** BigInt(scale - wanted)
  return digits % divisor === 0n ? digits / divisor : undefined
}

/**
 * The amount as a JSON number: the one its decimal text would be read as, up to 2^53 minor units, which
 * amounts never reach. Both numbers are whole and exact, so their quotient is rounded once.
 */
export function toWire({ minor, currency }: Money): number {
  return Number(minor) / 10 ** scaleOf(currency)
}

/** The amount as decimal text with all the decimals of its currency: `12.50`. */
export function toText({ minor, currency }: Money): string {
  const scale = scaleOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Exchanges `source` at `rate` (units of target per unit of source), rounded as told. */
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
