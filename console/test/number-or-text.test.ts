// The value of a number field as the console sends it: a number, or the entered text unchanged.

import { describe, expect, it } from 'vitest'
import { numberOrText } from '../src/number-or-text.ts'

describe('numberOrText', () => {
  it.each([
    ['100', 100],
    [' 12.50 ', 12.5],
    ['-3', -3],
    ['.5', 0.5],
    ['123456789012.345', 123456789012.345],
  ])('returns the number for %j', (entered, number) => {
    expect(numberOrText(entered)).toBe(number)
  })

  it.each(['', ' ', 'ten', '1,000', '1 000', '1e3', '0x10', '1234567890123.456'])(
    'returns the text for %j, which is not a decimal number of at most 15 digits',
    (entered) => {
      expect(numberOrText(entered)).toBe(entered)
    },
  )
})
