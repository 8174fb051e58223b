import { expect, it } from 'vitest'
import { whenPriced } from '../src/money/when-priced.ts'

it.each([
  ['incoming_payment_waiting', 1.15, undefined],
  ['incoming_payment_waiting', 0, 'Set when the transfer is paid'],
  ['processing', 0, 'Set when the money is converted'],
  ['funds_converted', 1.15, undefined],
] as const)('a transfer with the status %s and the rate %d is priced: %s', (status, rate, text) => {
  expect(whenPriced({ status, rate })).toBe(text)
})
