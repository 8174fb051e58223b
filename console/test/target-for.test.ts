// The target currency after the source currency has changed.

import { expect, it } from 'vitest'
import { targetFor } from '../src/money/target-for.ts'

const currency = (currencyCode: string) => ({ currencyCode })
const sources = [
  { currencyCode: 'GBP', targetCurrencies: ['EUR', 'USD'].map(currency) },
  { currencyCode: 'USD', targetCurrencies: ['MXN', 'EUR'].map(currency) },
  { currencyCode: 'JPY', targetCurrencies: ['CAD', 'AUD'].map(currency) },
  { currencyCode: 'CHF', targetCurrencies: [] },
]

it.each([
  ['EUR', 'USD', 'EUR', 'USD can pay EUR'],
  ['EUR', 'JPY', 'CAD', 'JPY cannot pay EUR, so its first target is chosen'],
  ['EUR', 'CHF', '', 'CHF pays no currency'],
  ['EUR', 'XXX', '', 'XXX is not a source'],
])(
  'after the target %s and a change of the source to %s, the target is "%s": %s',
  (target, source, expected) => {
    expect(targetFor(sources, source, target)).toBe(expected)
  },
)
