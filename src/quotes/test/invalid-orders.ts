// The invalid orders that quotes.create, quotes.create-v2 and quotes.example refuse with the same errors.

import { expect, it } from 'vitest'
import type { Reply } from '../../../test/support/service.ts'
import { errorsOf, usdToEur } from './quote-requests.ts'

type RequestQuote = (order: Record<string, unknown>) => Promise<Reply>

const gbpEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }

const refused: [order: Record<string, unknown>, error: string][] = [
  [{ ...usdToEur, sourceCurrency: 'ABC' }, '400 CurrencyCode sourceCurrency'],
  [{ ...usdToEur, sourceCurrency: 'HRK' }, '400 CurrencyDeprecated sourceCurrency'],
  [{ ...usdToEur, targetCurrency: 'HRK' }, '400 CurrencyDeprecated targetCurrency'],
  [{ ...gbpEur, sourceAmount: 0 }, '400 error.greaterThanZero sourceAmount'],
  [{ ...gbpEur, targetAmount: -3 }, '400 error.greaterThanZero targetAmount'],
  [gbpEur, '400 error.quote.amount.onlySingle sourceAmount'],
  [
    { ...gbpEur, sourceAmount: 1, targetAmount: 1 },
    '400 error.quote.amount.onlySingle sourceAmount',
  ],
  [{ ...gbpEur, sourceAmount: 1.234 }, '422 error.amount.precision sourceAmount'],
  [{ ...gbpEur, targetAmount: '1234567890123.456' }, '422 error.amount.precision targetAmount'],
  [{ ...usdToEur, sourceCurrency: 'CNY' }, '422 error.route.not.supported -'],
  [{ ...usdToEur, targetCurrency: 'BWP' }, '422 error.route.not.supported -'],
  [{ ...usdToEur, payOut: 'CA_NETWORK' }, '422 error.payOut.not.supported payOut'],
  [
    { ...usdToEur, sourceCurrency: 'ALL', preferredPayIn: 'CARD' },
    '422 error.payIn.not.supported preferredPayIn',
  ],
  [{ ...gbpEur, targetAmount: 0.01 }, '422 error.amount.too-low targetAmount'],
  [{ ...gbpEur, sourceAmount: 999_999_999 }, '422 error.amount.too-high sourceAmount'],
  [{ ...gbpEur, sourceAmount: 0.2 }, '422 error.fee.exceeds-amount sourceAmount'],
]

/** Declares the tests of the operation that `requestQuote` calls. */
export function declareInvalidOrderTests(requestQuote: RequestQuote): void {
  it.each(refused)('refuses the order %j: %s', async (order, error) => {
    expect(errorsOf(await requestQuote(order))).toEqual([error])
  })
}
