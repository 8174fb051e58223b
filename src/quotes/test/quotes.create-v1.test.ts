import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf, getQuote } from './quote-requests.ts'

const gbpToEur = { source: 'GBP', target: 'EUR', sourceAmount: 100, rateType: 'FIXED' }

describe('quotes.create-v1', () => {
  const service = testService()

  it('D107: 200 returns a whole number as id, and version 3 returns the same quote by its UUID', async () => {
    const ann = await service.createUser()
    const body = { ...gbpToEur, profile: ann.personal, type: 'REGULAR' }
    const { status, body: quote } = await ann.call('POST /v1/quotes', { body })
    expect(status).toBe(200)
    const inV3 = (await getQuote(ann, quote.uuid)).body
    const [option] = inV3.paymentOptions
    expect(quote).toEqual({
      id: expect.any(Number),
      uuid: inV3.id,
      profile: ann.personal,
      createdByUserId: ann.userId,
      source: 'GBP',
      target: 'EUR',
      sourceAmount: 100,
      targetAmount: option.targetAmount,
      type: 'REGULAR',
      rate: inV3.rate,
      rateType: 'FIXED',
      createdTime: inV3.createdTime,
      deliveryEstimate: option.estimatedDelivery,
      fee: option.fee.total,
      allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
      guaranteedTargetAmount: false,
      ofSourceAmount: true,
    })
    expect(Number.isSafeInteger(quote.id)).toBe(true)
  })

  it('D107: 200 chooses the pay-in and pay-out method by type, and delivers targetAmount exactly', async () => {
    const ann = await service.createUser()
    const fixed = { profile: ann.personal, source: 'GBP', target: 'EUR', targetAmount: '50.00' }
    for (const [type, payIn, payOut] of [
      ['BALANCE_PAYOUT', 'BALANCE', 'BANK_TRANSFER'],
      ['BALANCE_CONVERSION', 'BALANCE', 'BALANCE'],
    ]) {
      const { status, body } = await ann.call('POST /v1/quotes', { body: { ...fixed, type } })
      const shown = { type, targetAmount: 50, ofSourceAmount: false }
      expect([status, body]).toMatchObject([200, shown])
      const { body: inV3 } = await getQuote(ann, body.uuid)
      expect(inV3.paymentOptions[0]).toMatchObject({ payIn, payOut })
    }
  })

  it.each([
    [{ source: 'ABC' }, ['400 CurrencyCode source']],
    [{ target: 'HRK' }, ['400 CurrencyDeprecated target']],
    [{ targetAmount: 5 }, ['400 error.quote.amount.onlySingle sourceAmount']],
    [{ sourceAmount: 0 }, ['400 error.greaterThanZero sourceAmount']],
    [{ sourceAmount: 0.5 }, ['422 error.amount.too-low sourceAmount']],
    [{ sourceAmount: 1.234 }, ['422 error.amount.precision sourceAmount']],
    [{ sourceAmount: 0.2 }, ['422 error.fee.exceeds-amount sourceAmount']],
    [{ sourceAmount: 999_999_999 }, ['422 error.amount.too-high sourceAmount']],
    [{ target: 'BWP' }, ['422 error.route.not.supported -']],
    [{ source: 'ALL', type: 'BALANCE_PAYOUT' }, ['422 error.payIn.not.supported type']],
    [{ target: 'ALL', type: 'BALANCE_CONVERSION' }, ['422 error.payOut.not.supported type']],
    [{ rateType: 'FLOATING' }, ['400 NotAllowed rateType']],
  ])('refuses %j: %j', async (change, refused) => {
    const ann = await service.createUser()
    const body = { ...gbpToEur, profile: ann.personal, ...change }
    expect(errorsOf(await ann.call('POST /v1/quotes', { body }))).toEqual(refused)
  })

  it('400 NotNull without a profile', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/quotes', { body: gbpToEur })
    expect(errorsOf(reply)).toEqual(['400 NotNull profile'])
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const body = { ...gbpToEur, profile: bob.personal }
    expect(errorsOf(await ann.call('POST /v1/quotes', { body }))).toEqual(['404 not.found profile'])
  })
})
