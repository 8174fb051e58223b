import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('D93: error.amount.too-low', () => {
  const service = testService()
  const pairs = [
    ['GBP', 'EUR'],
    ['GBP', 'GBP'],
    ['EUR', 'JPY'],
    ['JPY', 'EUR'],
    ['USD', 'CAD'],
    ['IDR', 'CAD'],
    ['GBP', 'IDR'],
  ] as const

  it.each(
    pairs.flatMap(([source, target]) => [
      [source, target, 'sourceAmount', source] as const,
      [source, target, 'targetAmount', target] as const,
    ]),
  )(
    'D93: from %s to %s names the least %s, in %s, and accepts it',
    async (source, target, path, currency) => {
      const ann = await service.createUser()
      const quote = (amount: number) =>
        ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
          body: { sourceCurrency: source, targetCurrency: target, [path]: amount },
        })
      // The first amount that is too low but covers the fee.
      let least: [text: string, named: string] | undefined
      for (let amount = 1; least === undefined && amount < 1e7; amount *= 1.3) {
        const { status, body } = await quote(Math.ceil(amount))
        if (status === 200) break
        const [{ code, path: at, arguments: named }] = body.errors
        if (code === 'error.amount.too-low') {
          expect(at).toBe(path)
          least = named
        }
      }
      if (least === undefined) return
      expect(least[1]).toBe(currency)
      const amount = Number(least[0])
      expect((await quote(amount)).status).toBe(200)
      const step = ['JPY', 'IDR'].includes(currency) ? 1 : 0.01
      const { status, body } = await quote(Number((amount - step).toFixed(2)))
      expect([status, body.errors?.[0].code]).toEqual([422, 'error.amount.too-low'])
    },
  )
})
