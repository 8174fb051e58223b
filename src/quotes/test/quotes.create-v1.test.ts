import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { read, refusals } from './asking.ts'

const usual = { source: 'GBP', target: 'EUR', sourceAmount: 100, rateType: 'FIXED' }

describe('quotes.create-v1', () => {
  const h = house()

  it('D107: 200 a quote with a whole number as its id, which is a quote of version 3 too', async () => {
    const ann = await h.user()
    const body = { ...usual, profile: ann.personal, type: 'REGULAR' }
    const { status, body: quote } = await ann.call('POST /v1/quotes', { body })
    expect(status).toBe(200)
    const later = (await read(ann, quote.uuid)).body
    const [option] = later.paymentOptions
    expect(quote).toEqual({
      id: expect.any(Number),
      uuid: later.id,
      profile: ann.personal,
      createdByUserId: ann.userId,
      source: 'GBP',
      target: 'EUR',
      sourceAmount: 100,
      targetAmount: option.targetAmount,
      type: 'REGULAR',
      rate: later.rate,
      rateType: 'FIXED',
      createdTime: later.createdTime,
      deliveryEstimate: option.estimatedDelivery,
      fee: option.fee.total,
      allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
      guaranteedTargetAmount: false,
      ofSourceAmount: true,
    })
    expect(Number.isSafeInteger(quote.id)).toBe(true)
  })

  it('D107: 200 the type says how it is paid, and targetAmount is delivered exactly', async () => {
    const ann = await h.user()
    const fixed = { profile: ann.personal, source: 'GBP', target: 'EUR', targetAmount: '50.00' }
    for (const [type, payIn, payOut] of [
      ['BALANCE_PAYOUT', 'BALANCE', 'BANK_TRANSFER'],
      ['BALANCE_CONVERSION', 'BALANCE', 'BALANCE'],
    ]) {
      const { body } = await ann.call('POST /v1/quotes', { body: { ...fixed, type } })
      expect(body).toMatchObject({ type, targetAmount: 50, ofSourceAmount: false })
      const { body: later } = await read(ann, body.uuid)
      expect(later.paymentOptions[0]).toMatchObject({ payIn, payOut })
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
    [{ profile: undefined }, ['400 NotNull profile']],
  ])('refuses %o with %o', async (change, refused) => {
    const ann = await h.user()
    const body = { ...usual, profile: ann.personal, ...change }
    expect(refusals(await ann.call('POST /v1/quotes', { body }))).toEqual(refused)
  })

  it("404 not.found for a stranger's profile", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const body = { ...usual, profile: bob.personal }
    expect(refusals(await ann.call('POST /v1/quotes', { body }))).toEqual(['404 not.found profile'])
  })
})
