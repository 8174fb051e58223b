import { describe, expect, it } from 'vitest'
import { AmountNotExact, AmountNotPositive } from '../errors.ts'
import { parseMovableAmount, typesOf } from '../model.ts'

describe('parseMovableAmount', () => {
  const good: [text: string, currency: string, minor: bigint, because: string][] = [
    ['0.01', 'GBP', 1n, 'one penny is the smallest amount'],
    ['12', 'GBP', 1200n, 'decimals are optional'],
    ['7', 'JPY', 7n, 'yen have no decimals'],
    ['0.001', 'KWD', 1n, 'a dinar has a thousand fils'],
    ['9999999999999.99', 'GBP', 999_999_999_999_999n, 'fifteen digits are kept exactly'],
  ]
  it.each(good)('reads %s %s as %s minor units: %s', (text, currency, minor) =>
    expect(parseMovableAmount(text, currency, 'amount')).toEqual({ minor, currency }),
  )

  const bad: [text: string, currency: string, code: string, because: string][] = [
    ['0', 'GBP', 'error.greaterThanZero', 'zero cannot be moved'],
    ['-1', 'GBP', 'error.greaterThanZero', 'a negative amount cannot be moved'],
    ['0.001', 'GBP', 'amount.not-exact', 'a pound has a hundred pence'],
    ['7.5', 'JPY', 'amount.not-exact', 'yen have no decimals'],
    ['10000000000000.00', 'GBP', 'amount.not-exact', 'a sixteenth digit may be lost'],
  ]
  it.each(bad)('refuses %s %s with %s: %s', (text, currency, code) =>
    expect(() => parseMovableAmount(text, currency, 'amount')).toThrow(`${code} at amount`),
  )

  it.each([
    {
      kind: AmountNotExact,
      text: '0.001',
      values: ['0.001', 'GBP'],
      because: 'the scale depends on the currency',
    },
    {
      kind: AmountNotPositive,
      text: '-1',
      values: ['-1'],
      because: 'the currency does not matter for the sign',
    },
  ])('$kind.code for $text has the arguments $values, because $because', ({ kind, text, values }) =>
    expect(() => parseMovableAmount(text, 'GBP', 'amount')).toThrow(
      expect.objectContaining({ faults: [{ kind, path: 'amount', arguments: values }] }),
    ),
  )
})

describe('typesOf', () => {
  const cases: [list: string, types: string[], because: string][] = [
    ['SAVINGS', ['SAVINGS'], 'one type is enough'],
    ['SAVINGS,STANDARD', ['STANDARD', 'SAVINGS'], 'the order does not matter'],
    ['STANDARD,STANDARD', ['STANDARD'], 'a repeated type counts once'],
  ]
  it.each(cases)('reads %s as %j: %s', (list, types) => expect(typesOf(list)).toEqual(types))
})
