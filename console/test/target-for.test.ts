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
  ['EUR', 'USD', 'EUR', 'it stays where the new source can pay it'],
  ['EUR', 'JPY', 'CAD', 'the new source cannot pay EUR, so its first target is chosen'],
  ['EUR', 'CHF', '', 'the new source pays no currency'],
  ['EUR', 'XXX', '', 'the new source is not in the list'],
])('the target %s of the source %s becomes "%s": %s', (target, source, expected) => {
  expect(targetFor(sources, source, target)).toBe(expected)
})
