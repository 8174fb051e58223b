import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DIGITS_MAX,
  decimal,
  decimalNumber,
  decimalText,
  divide,
  parseDecimal,
  quotient,
  type Rounding,
} from '../decimal.ts'

const LONGEST = '9'.repeat(DIGITS_MAX)

describe('parseDecimal', () => {
  it.each([
    ['0', { digits: 0n, scale: 0 }],
    ['12', { digits: 12n, scale: 0 }],
    ['-12', { digits: -12n, scale: 0 }],
    ['12.50', { digits: 1250n, scale: 2 }],
    ['-0.05', { digits: -5n, scale: 2 }],
    ['007.1', { digits: 71n, scale: 1 }],
    [`${LONGEST}.${LONGEST}`, { digits: BigInt(LONGEST + LONGEST), scale: DIGITS_MAX }],
  ])('%s is accepted', (text, parsed) => {
    expect(parseDecimal(text)).toEqual(parsed)
  })

  it.each([
    ['', 'it has no digit'],
    ['.5', 'it has no digit before the point'],
    ['5.', 'it has no digit after the point'],
    ['+5', 'it has a plus sign'],
    ['--5', 'it has two signs'],
    ['1e3', 'it has an exponent'],
    ['1,5', 'it has a comma'],
    [' 5', 'it begins with a space'],
    ['5 ', 'it ends with a space'],
    ['5\n', 'it has a line break'],
    ['٥', 'it has a digit of another script'],
    ['0x10', 'it is hexadecimal'],
    [`${LONGEST}1`, 'it has too many digits before the point'],
    [`1.${LONGEST}1`, 'it has too many digits after the point'],
  ])('%j is refused, because %s', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
    expect(() => decimal(text)).toThrow(`not a decimal: ${text}`)
  })
})

describe('decimalText', () => {
  it.each([
    [{ digits: 0n, scale: 0 }, '0'],
    [{ digits: 0n, scale: 3 }, '0'],
    [{ digits: 100n, scale: 0 }, '100'],
    [{ digits: 100n, scale: 2 }, '1'],
    [{ digits: 105n, scale: 2 }, '1.05'],
    [{ digits: 1050n, scale: 3 }, '1.05'],
    [{ digits: 5n, scale: 2 }, '0.05'],
    [{ digits: -5n, scale: 2 }, '-0.05'],
    [{ digits: -12n, scale: 0 }, '-12'],
    [{ digits: -1250n, scale: 2 }, '-12.5'],
  ])('%o is %s', (value, text) => {
    expect(decimalText(value)).toBe(text)
    expect(decimalNumber(value)).toBe(Number(text))
  })

  it('is read back as the same number', () => {
    const value = fc.record({
      digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      scale: fc.nat(30),
    })
    fc.assert(
      fc.property(value, ({ digits, scale }) => {
        const back = decimal(decimalText({ digits, scale }))
        expect(back.digits * 10n ** BigInt(scale)).toBe(digits * 10n ** BigInt(back.scale))
      }),
    )
  })
})

describe('divide', () => {
  it.each<[bigint, bigint, Rounding, bigint]>([
    [7n, 2n, 'down', 3n],
    [7n, 2n, 'up', 4n],
    [7n, 2n, 'half_up', 4n],
    [7n, 2n, 'half_even', 4n],
    [5n, 2n, 'half_even', 2n],
    [5n, 2n, 'half_up', 3n],
    [-5n, 2n, 'half_even', -2n],
    [-5n, 2n, 'half_up', -3n],
    [-7n, 2n, 'half_even', -4n],
    [-7n, 2n, 'down', -4n],
    [-7n, 2n, 'up', -3n],
    [10n, 3n, 'half_up', 3n],
    [11n, 3n, 'half_up', 4n],
    [10n, 3n, 'half_even', 3n],
    [11n, 3n, 'half_even', 4n],
    [-10n, 3n, 'half_up', -3n],
    [-11n, 3n, 'half_even', -4n],
    [1n, 3n, 'down', 0n],
    [1n, 3n, 'up', 1n],
    [-1n, 3n, 'down', -1n],
    [-1n, 3n, 'up', 0n],
    [6n, 3n, 'exact', 2n],
    [-6n, 3n, 'exact', -2n],
    [0n, 3n, 'exact', 0n],
    [6n, 3n, 'up', 2n],
    [6n, 3n, 'half_up', 2n],
    [5n, 1n, 'down', 5n],
  ])('%s / %s, %s, is %s', (n, d, rounding, result) => {
    expect(divide(n, d, rounding)).toBe(result)
  })

  it('throws for an inexact division that has to be exact', () => {
    expect(() => divide(7n, 2n, 'exact')).toThrow('inexact division: 7 / 2')
  })

  it.each([0n, -1n])('throws for the divisor %s', (divisor) => {
    expect(() => divide(1n, divisor, 'down')).toThrow('divisor must be positive')
  })

  it('half_up and half_even are never further than half a unit from the quotient', () => {
    const numerator = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(
        numerator,
        divisor,
        fc.constantFrom<Rounding>('half_up', 'half_even'),
        (n, d, rounding) => {
          const twiceOff = 2n * (divide(n, d, rounding) * d - n)
          expect(twiceOff <= d && twiceOff >= -d).toBe(true)
        },
      ),
    )
  })
})

describe('quotient', () => {
  it.each([
    ['1', '3', 6, '0.333333'],
    ['2', '3', 6, '0.666667'],
    ['1', '8', 6, '0.125'],
    ['1', '1', 6, '1'],
    ['1.5', '0.5', 6, '3'],
    ['10', '3', 6, '3.33333'],
    ['100', '3', 6, '33.3333'],
    ['1', '30000', 6, '0.0000333333'],
    ['0.9999995', '1', 6, '1'],
    ['9.9999994', '1', 6, '10'],
    ['1234567', '1', 6, '1234567'],
    ['99999.95', '1', 6, '100000'],
    ['0.04', '0.0005', 3, '80'],
  ])('%s / %s with %s significant digits is %s', (a, b, significant, result) => {
    expect(decimalText(quotient(decimal(a), decimal(b), significant))).toBe(result)
  })
})
