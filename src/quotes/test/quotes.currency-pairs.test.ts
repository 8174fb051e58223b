import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { sourceCurrencies, targetCurrencies } from '../../corridors/index.ts'
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

  it('200 returns minimum amounts: a quote accepts the minimum and 20 times it, and refuses half of it', async () => {
    const ann = await service.createUser()
    const { sourceCurrencies: sources } = await pairs()
    const checked = [
      ['GBP', 'EUR'],
      ['USD', 'COP'],
      ['JPY', 'CAD'],
      ['EUR', 'IDR'],
      ['KWD', 'AFN'],
    ]
    for (const [source, target] of checked) {
      const from = sources.find(({ currencyCode }) => currencyCode === source)
      const to = from?.targetCurrencies.find(({ currencyCode }) => currencyCode === target)
      const least = to?.minInvoiceAmount ?? 0
      expect(least).toBeGreaterThan(0)
      expect(from?.maxInvoiceAmount).toBeGreaterThan(least)
      expect(to?.fixedTargetPaymentAllowed).toBe(true)
      // Binary fractions of a multiple have more decimals than the currency.
      const text = (amount: number) => amount.toFixed(source === 'JPY' ? 0 : 2)
      const status = async (sourceAmount: string) =>
        (await postQuote(ann, { sourceCurrency: source, targetCurrency: target, sourceAmount }))
          .status
      expect([source, target, await status(text(least))]).toEqual([source, target, 200])
      expect([source, target, await status(text(least * 20))]).toEqual([source, target, 200])
      expect([source, target, await status(text(least / 2))]).not.toContain(200)
    }
  })
})
