// The text that states when a transfer with the rate 0 gets its price.

import { expect, it } from 'vitest'
import { whenPriced } from '../src/money/when-priced.ts'

it.each([
  ['incoming_payment_waiting', 'Set when the transfer is paid'],
  ['processing', 'Set when the money is converted'],
] as const)('the text for a transfer with the status %s and the rate 0 is “%s”', (status, text) => {
  expect(whenPriced({ status, rate: 0 })).toBe(text)
})

it.each(['incoming_payment_waiting', 'funds_converted'] as const)(
  'a transfer with the status %s and a rate has its price',
  (status) => {
    expect(whenPriced({ status, rate: 1.15 })).toBeUndefined()
  },
)
