import { describe, expect, it } from 'vitest'
import { type Reply, testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { scaleOf } from '../../kernel/money.ts'
import { postQuote } from './quote-requests.ts'

/**
 * Pairs with amounts that cover the fee and are too low. EUR to JPY is not such a pair: the smallest amount, one cent,
 * already buys more than the least amount.
 */
const pairs = [
  ['GBP', 'EUR'],
  ['GBP', 'GBP'],
  ['JPY', 'EUR'],
  ['USD', 'CAD'],
  ['IDR', 'CAD'],
  ['GBP', 'IDR'],
] as const

/** Each amount that is tried is 3 % or one minor unit larger than the one before, so some are between fee and least amount. */
const GROWTH = 1.03
/** The search for a refusal ends at this amount, in units of its currency: far above the least amount of each pair. */
const AMOUNT_MAX = 1e7

type RequestQuote = (amount: number) => Promise<Reply>

/** The arguments of the first refusal for an amount that is too low: the least amount and its currency. */
async function leastAmountNamed(
  requestQuote: RequestQuote,
  path: string,
  scale: number,
): Promise<[amount: string, currency: string]> {
  const minorUnit = 10 ** -scale
  for (let amount = minorUnit; amount < AMOUNT_MAX; ) {
    const { body } = await requestQuote(amount)
    // Smaller amounts do not cover the fee, and are refused with error.fee.exceeds-amount.
    const error = body.errors?.[0]
    if (error?.code === 'error.amount.too-low') {
      expect(error.path).toBe(path)
      return error.arguments
    }
    amount = Number(Math.max(amount * GROWTH, amount + minorUnit).toFixed(scale))
  }
  throw new Error('no amount was refused with error.amount.too-low')
}

describe('D93: error.amount.too-low', () => {
  const service = testService()

  it.each(
    pairs.flatMap(([source, target]) => [
      [source, target, 'sourceAmount', source] as const,
      [source, target, 'targetAmount', target] as const,
    ]),
  )(
    'from %s to %s states the least %s, in %s; this amount is accepted, and one minor unit less is refused',
    async (sourceCurrency, targetCurrency, path, currency) => {
      const ann = await service.createUser()
      const requestQuote = (amount: number) =>
        postQuote(ann, { sourceCurrency, targetCurrency, [path]: amount })
      const scale = scaleOf(currency)
      const [text, namedCurrency] = await leastAmountNamed(requestQuote, path, scale)
      expect(namedCurrency).toBe(currency)
      const least = Number(text)
      expect((await requestQuote(least)).status).toBe(200)
      const less = Number((least - 10 ** -scale).toFixed(scale))
      expect(outcome(await requestQuote(less))).toBe('422 error.amount.too-low')
    },
  )
})
