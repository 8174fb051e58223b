import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { sourceCurrencies, targetCurrencies } from '../../corridors/index.ts'
import { scaleOf } from '../../kernel/money.ts'
import { postQuote } from './quote-requests.ts'

type Target = { currencyCode: string; minInvoiceAmount: number; fixedTargetPaymentAllowed: boolean }
type Source = { currencyCode: string; maxInvoiceAmount: number; targetCurrencies: Target[] }

describe('quotes.currency-pairs', () => {
  const service = testService()
  const pairs = async (): Promise<{ total: number; sourceCurrencies: Source[] }> => {
    const reply = await (await service.createClient()).call('GET /v1/currency-pairs')
    expect(reply.status).toBe(200)
    return reply.body
  }

  it('200 returns every pair that can be quoted', async () => {
    const { total, sourceCurrencies: sources } = await pairs()
    expect(total).toBe(sourceCurrencies.length * targetCurrencies.length)
    expect(sources.map(({ currencyCode }) => currencyCode)).toEqual([...sourceCurrencies])
    for (const { targetCurrencies: targets } of sources)
      expect(targets.map(({ currencyCode }) => currencyCode)).toEqual([...targetCurrencies])
  })

  it('200 returns minimum amounts: a quote of the minimum or of 20 times the minimum is created, and one of half the minimum is refused', async () => {
    const ann = await service.createUser()
    const { sourceCurrencies: sources } = await pairs()
    const tooLow = '422 error.amount.too-low'
    const checked = [
      ['GBP', 'EUR', tooLow],
      ['USD', 'COP', tooLow],
      ['JPY', 'CAD', tooLow],
      ['EUR', 'IDR', tooLow],
      ['KWD', 'AFN', '422 error.fee.exceeds-amount'],
    ] as const
    for (const [source, target, refusal] of checked) {
      const from = sources.find(({ currencyCode }) => currencyCode === source)
      const to = from?.targetCurrencies.find(({ currencyCode }) => currencyCode === target)
      const least = to?.minInvoiceAmount ?? 0
      expect(least).toBeGreaterThan(0)
      expect(from?.maxInvoiceAmount).toBeGreaterThan(least)
      expect(to?.fixedTargetPaymentAllowed).toBe(true)
      // A product of binary fractions may have more decimals than the currency allows.
      const text = (amount: number) => amount.toFixed(scaleOf(source))
      const quoted = async (sourceAmount: string) =>
        outcome(
          await postQuote(ann, { sourceCurrency: source, targetCurrency: target, sourceAmount }),
        )
      expect([source, target, await quoted(text(least))]).toEqual([source, target, '200'])
      expect([source, target, await quoted(text(least * 20))]).toEqual([source, target, '200'])
      expect([source, target, await quoted(text(least / 2))]).toEqual([source, target, refusal])
    }
  })
})
