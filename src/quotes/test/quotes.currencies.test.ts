import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('quotes.currencies', () => {
  const service = testService()

  it('200 returns all 163 currencies with symbol, name and country keywords', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call('GET /v1/currencies')
    expect(status).toBe(200)
    expect(body).toHaveLength(163)
    for (const { code, symbol, name, countryKeywords } of body)
      expect([symbol, name, countryKeywords.length], code).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/./),
        expect.toSatisfy((length: number) => length > 0),
      ])
    expect(body.find(({ code }: { code: string }) => code === 'GBP')).toEqual({
      code: 'GBP',
      symbol: '£',
      name: expect.any(String),
      countryKeywords: expect.arrayContaining(['GB', 'GBR', 'United Kingdom']),
      supportsDecimals: true,
    })
  })

  it('200 returns supportsDecimals false for exactly the 20 currencies of Facts 7', async () => {
    const { status, body } = await (await service.createClient()).call('GET /v1/currencies')
    expect(status).toBe(200)
    const withoutDecimals = body
      .filter(({ supportsDecimals }: { supportsDecimals: boolean }) => !supportsDecimals)
      .map(({ code }: { code: string }) => code)
    expect(withoutDecimals.join(' ')).toBe(
      'BIF CLP DJF GNF HUF IDR ISK JPY KES KMF KRW NPR PYG RWF UGX VND VUV XAF XOF XPF',
    )
  })
})
