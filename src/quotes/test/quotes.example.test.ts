import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { declareInvalidOrderTests } from './invalid-orders.ts'
import { createQuote, usdToEur } from './quote-requests.ts'

describe('quotes.example', () => {
  const service = testService()
  const requestExample = (body: Record<string, unknown> = usdToEur, token?: string) =>
    service.call('POST /v3/quotes', { body, token })
  const countQuotes = async () =>
    (await service.db.pool.query('select count(*)::int as n from quotes')).rows[0].n

  it('200 returns the fields of a quote except `id`, with `user` and `profile` null, and stores nothing', async () => {
    const before = await countQuotes()
    const { status, body } = await requestExample()
    expect([status, await countQuotes()]).toEqual([200, before])
    const { id, ...quote } = await createQuote(await service.createUser())
    expect(Object.keys(body).sort()).toEqual(Object.keys(quote).sort())
    expect(body).toMatchObject({
      user: null,
      profile: null,
      clientId: null,
      status: 'PENDING',
      targetAmount: 100,
      rate: quote.rate,
      expirationTime: '2026-01-05T10:30:00Z',
    })
    expect(body.paymentOptions[0].fee).toEqual(quote.paymentOptions[0].fee)
  })

  it('200 disables BALANCE, because there is no profile with a balance', async () => {
    const { status, body } = await requestExample({ ...usdToEur, preferredPayIn: 'BALANCE' })
    expect(status).toBe(200)
    expect(body.paymentOptions[0]).toMatchObject({ payIn: 'BALANCE', disabled: true })
  })

  it('D92: user is the user of a user token, and null for an application token and without a token', async () => {
    const ann = await service.createUser()
    const client = await service.createClient()
    const userOf = async (token?: string) => (await requestExample(usdToEur, token)).body.user
    expect(await userOf(ann.token)).toBe(ann.userId)
    expect(await userOf(client.token)).toBe(null)
    expect(await userOf()).toBe(null)
  })

  it("200 includes the application's price only for the application's own token", async () => {
    const client = await service.createClient({ partnerPrice: '0.005' })
    const ann = await service.createUser({ applicationId: client.applicationId })
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 1000 }
    const partnerOf = async (token?: string) => {
      const reply = await requestExample(body, token)
      expect(reply.status).toBe(200)
      return reply.body.paymentOptions[0].fee.partner
    }
    expect(await partnerOf(client.token)).toBe(5)
    expect(await partnerOf(ann.token)).toBe(0)
    expect(await partnerOf()).toBe(0)
    expect((await requestExample(body, client.token)).body.clientId).toBe(client.clientKey)
  })

  it('401 invalid_token with an invalid token', async () => {
    const { status, body } = await requestExample(usdToEur, 'nonsense')
    expect([status, body.error]).toEqual([401, 'invalid_token'])
  })

  declareInvalidOrderTests(requestExample)
})
