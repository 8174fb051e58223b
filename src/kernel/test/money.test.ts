import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findScale, MINOR_MAX, toText, toWire } from '../money.ts'

it('shows an amount as the number that its decimal text is, whatever the scale', () => {
  const minor = fc.bigInt({ min: -MINOR_MAX, max: MINOR_MAX })
  fc.assert(
    fc.property(minor, fc.constantFrom('JPY', 'GBP', 'BHD', 'UYW'), (amount, currency) => {
      const money = { minor: amount, currency }
      expect(toWire(money)).toBe(Number(toText(money)))
    }),
    { numRuns: 10_000 },
  )
})

it.each<[string, number | undefined, string]>([
  ['GBP', 2, 'ISO 4217 says so'],
  ['BHD', 3, 'ISO 4217 says so'],
  ['ISK', 0, 'no decimals are used'],
  ['UGX', 0, 'no decimals are used, whatever ISO 4217 says'],
  ['MGA', 2, 'it is divided by five, and banks use two'],
  ['JEP', 2, 'it is beside ISO 4217'],
  ['ABC', undefined, 'nobody knows it'],
])('%s has %s decimals, because %s', (currency, decimals) => {
  expect(findScale(currency)).toBe(decimals)
})
