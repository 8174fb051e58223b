import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal, type Rounding } from '../decimal.ts'
import {
  exchange,
  findScale,
  MINOR_MAX,
  money,
  parseMoney,
  scaleOf,
  supportsDecimals,
  toText,
  toWire,
} from '../money.ts'

it('toWire equals the number of the decimal text, for every scale', () => {
  const minorUnits = fc.bigInt({ min: -MINOR_MAX, max: MINOR_MAX })
  fc.assert(
    fc.property(minorUnits, fc.constantFrom('JPY', 'GBP', 'BHD', 'UYW'), (minor, currency) => {
      const amount = { minor, currency }
      expect(toWire(amount)).toBe(Number(toText(amount)))
    }),
    { numRuns: 10_000 },
  )
})

it('gap 53: toWire equals the number of the decimal text for a balance with more than fifteen digits', () => {
  expect(toWire({ minor: 9_007_199_254_740_993n, currency: 'GBP' })).toBe(
    Number('90071992547409.93'),
  )
})

it.each<[string, number | undefined, string]>([
  ['GBP', 2, 'ISO 4217 has two'],
  ['BHD', 3, 'ISO 4217 has three'],
  ['ISK', 0, 'ISO 4217 has none'],
  ['HUF', 0, 'its amounts are whole, although ISO 4217 has two decimals'],
  ['IDR', 0, 'its amounts are whole, although ISO 4217 has two decimals'],
  ['MGA', 2, 'banks use two, although its unit is divided by five'],
  ['JEP', 2, 'ISO 4217 does not list it, and each such currency has two'],
  ['ABC', undefined, 'no list of currencies has it'],
])('findScale(%j) is %s, because %s', (currency, decimals) => {
  expect(findScale(currency)).toBe(decimals)
})

it.each([
  ['GBP', true],
  ['HUF', false],
  ['ISK', false],
])('supportsDecimals(%j) is %s', (currency, supported) => {
  expect(supportsDecimals(currency)).toBe(supported)
})

it('scaleOf throws for an unknown currency', () => {
  expect(() => scaleOf('ABC')).toThrow('unknown currency: ABC')
})

it.each([MINOR_MAX, -MINOR_MAX, 0n])('money accepts %s minor units', (minor) => {
  expect(money(minor, 'GBP')).toEqual({ minor, currency: 'GBP' })
})

it.each([MINOR_MAX + 1n, -MINOR_MAX - 1n])('money throws for %s minor units', (minor) => {
  expect(() => money(minor, 'GBP')).toThrow(`amount out of range: ${minor} GBP`)
})

it.each([
  ['12.50', 'GBP', 1250n],
  ['12.5', 'GBP', 1250n],
  ['12', 'GBP', 1200n],
  ['-12.50', 'GBP', -1250n],
  ['12.500', 'GBP', 1250n],
  ['12', 'JPY', 12n],
  ['12.0', 'JPY', 12n],
  ['1.234', 'BHD', 1234n],
  ['9999999999999.99', 'GBP', MINOR_MAX],
  ['-9999999999999.99', 'GBP', -MINOR_MAX],
])('parseMoney reads %s %s as %s minor units', (text, currency, minor) => {
  expect(parseMoney(text, currency)).toEqual({ minor, currency })
})

it.each([
  ['12.505', 'GBP', 'it has more decimals than the currency'],
  ['12.5', 'JPY', 'the currency has no decimals'],
  ['10000000000000.00', 'GBP', 'it has sixteen digits'],
  ['-10000000000000.00', 'GBP', 'it has sixteen digits'],
  ['1e3', 'GBP', 'an exponent is not decimal text'],
])('parseMoney returns undefined for %s %s, because %s', (text, currency) => {
  expect(parseMoney(text, currency)).toBeUndefined()
})

it.each([
  [1250n, 'GBP', '12.50'],
  [-1250n, 'GBP', '-12.50'],
  [5n, 'GBP', '0.05'],
  [-5n, 'GBP', '-0.05'],
  [0n, 'GBP', '0.00'],
  [12n, 'JPY', '12'],
  [-12n, 'JPY', '-12'],
  [1n, 'BHD', '0.001'],
])('toText writes %s minor units of %s as %s', (minor, currency, text) => {
  expect(toText({ minor, currency })).toBe(text)
})

it.each<[bigint, string, string, string, Rounding, bigint]>([
  [10_000n, 'GBP', '1.142', 'EUR', 'exact', 11_420n],
  [10_000n, 'GBP', '190.155', 'JPY', 'down', 19_015n],
  [10_000n, 'GBP', '190.155', 'JPY', 'half_up', 19_016n],
  [108n, 'IDR', '0.0092', 'JPY', 'down', 0n],
  [100n, 'JPY', '0.002', 'BHD', 'exact', 200n],
  [1n, 'BHD', '500', 'JPY', 'half_even', 0n],
  [3n, 'BHD', '500', 'JPY', 'half_even', 2n],
])(
  'exchange of %s minor units of %s at %s for %s, rounded %s, is %s minor units',
  (minor, from, rate, to, rounding, result) => {
    expect(exchange({ minor, currency: from }, decimal(rate), to, rounding)).toBe(result)
  },
)
