// Exchange rates between two currencies, from a table of units for one US dollar.

import { type Decimal, decimal, quotient } from '../../kernel/decimal.ts'
import type { Currency } from '../../kernel/money.ts'
import { catalogue } from './catalogue/index.ts'

/** More digits than any market quotes, and few enough for the exact value of a JSON number. */
export const RATE_SIGNIFICANT_DIGITS = 10

const ONE: Decimal = decimal('1')

/** The built-in mid-market rates (D13): units of each currency for one US dollar. */
export const midMarket: {
  readonly asOf: string
  readonly perUsd: Readonly<Record<Currency, string>>
} = {
  asOf: '2026-11-02T00:00:00Z',
  perUsd: Object.fromEntries([...catalogue].map(([code, { perUsd }]) => [code, perUsd])),
}

/**
 * Units of `target` for one unit of `source`: the exact quotient of two table values, rounded half
 * up once to ten significant digits. `perUnit` returns the units of a currency for one unit of the
 * table's base currency.
 */
export function crossRate(
  source: Currency,
  target: Currency,
  perUnit: (currency: Currency) => Decimal,
): Decimal {
  if (source === target) return ONE
  return quotient(perUnit(target), perUnit(source), RATE_SIGNIFICANT_DIGITS)
}
