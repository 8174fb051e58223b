import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, germany } from '../../recipients/test/samples.ts'
import { errorsOf, usdToEur } from './quote-requests.ts'

describe('quotes.create-v2', () => {
  const service = testService()
  const route = 'POST /v2/quotes'

  it('200 creates a quote of the profile in the body', async () => {
    const ann = await service.createUser()
    const { id: targetAccount } = await addRecipient(ann, germany, ann.business)
    const pounds = { ...usdToEur, sourceCurrency: 'GBP', payOut: 'BANK_TRANSFER' }
    const body = { ...pounds, profile: String(ann.business), targetAccount }
    const reply = await ann.call(route, { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ profile: ann.business, targetAccount, targetAmount: 100 })
    const path = `GET /v3/profiles/${ann.business}/quotes/${reply.body.id}`
    expect((await ann.call(path)).body).toEqual(reply.body)
  })

  it("404 not.found for another user's profile, 400 NotNull without a profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const foreign = { ...usdToEur, profile: bob.personal }
    expect(errorsOf(await ann.call(route, { body: foreign }))).toEqual(['404 not.found profile'])
    expect(errorsOf(await ann.call(route, { body: usdToEur }))).toEqual(['400 NotNull profile'])
  })

  const amounts = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }
  it.each([
    [{ ...usdToEur, sourceCurrency: 'ABC' }, '400 CurrencyCode sourceCurrency'],
    [{ ...usdToEur, targetCurrency: 'HRK' }, '400 CurrencyDeprecated targetCurrency'],
    [{ ...amounts, sourceAmount: 0 }, '400 error.greaterThanZero sourceAmount'],
    [amounts, '400 error.quote.amount.onlySingle sourceAmount'],
    [{ ...amounts, sourceAmount: 1.234 }, '422 error.amount.precision sourceAmount'],
    [{ ...usdToEur, sourceCurrency: 'CNY' }, '422 error.route.not.supported -'],
    [{ ...usdToEur, payOut: 'CA_NETWORK' }, '422 error.payOut.not.supported payOut'],
    [
      { ...usdToEur, sourceCurrency: 'ALL', preferredPayIn: 'CARD' },
      '422 error.payIn.not.supported preferredPayIn',
    ],
    [{ ...amounts, targetAmount: 0.01 }, '422 error.amount.too-low targetAmount'],
    [{ ...amounts, sourceAmount: 999_999_999 }, '422 error.amount.too-high sourceAmount'],
    [{ ...amounts, sourceAmount: 0.2 }, '422 error.fee.exceeds-amount sourceAmount'],
    [{ ...usdToEur, targetAccount: 1 }, '422 INVALID_RECIPIENT targetAccount'],
  ])('refuses %j with %s, as version 3 does', async (request, error) => {
    const ann = await service.createUser()
    const reply = await ann.call(route, { body: { ...request, profile: ann.personal } })
    expect(errorsOf(reply)).toEqual([error])
  })
})
