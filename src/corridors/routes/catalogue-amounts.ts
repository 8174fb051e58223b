// Converts the decimal text of the catalogue to integers: minor units of a currency, and millionths of an amount.

import { decimal, divide } from '../../kernel/decimal.ts'
import { type Currency, scaleOf } from '../../kernel/money.ts'
import { entryOf } from './catalogue/index.ts'

const PPM_DECIMALS = 6
/** Parts per million in a whole. */
export const PPM = 10n ** BigInt(PPM_DECIMALS)

/** Decimal text as minor units of a currency with `scale` decimals. Throws when the text has more decimals. */
export function minorOf(text: string, scale: number): bigint {
  const amount = decimal(text)
  return divide(amount.digits * 10n ** BigInt(scale), 10n ** BigInt(amount.scale), 'exact')
}

/** A fraction in millionths. Throws when the fraction has more than six decimals. */
export function ppmOf(fraction: string): bigint {
  return minorOf(fraction, PPM_DECIMALS)
}

/** An amount of US dollars in minor units of `currency`, at the catalogue's rate, rounded to `significantDigits`. */
export function minorOfUsd(usd: string, currency: Currency, significantDigits: number): bigint {
  const amount = decimal(usd)
  const rate = decimal(entryOf(currency).perUsd)
  const minor = divide(
    amount.digits * rate.digits * 10n ** BigInt(scaleOf(currency)),
    10n ** BigInt(amount.scale + rate.scale),
    'half_up',
  )
  const step = 10n ** BigInt(Math.max(0, minor.toString().length - significantDigits))
  return divide(minor, step, 'half_up') * step
}
