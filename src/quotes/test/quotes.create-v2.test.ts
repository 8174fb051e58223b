import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { added, germany } from '../../recipients/test/samples.ts'
import { refusals, usual } from './asking.ts'

describe('quotes.create-v2', () => {
  const h = house()
  const route = 'POST /v2/quotes'

  it('200 makes the quote that the profile in the body asks for', async () => {
    const ann = await h.user()
    const { id: targetAccount } = await added(ann, germany, ann.business)
    const pounds = { ...usual, sourceCurrency: 'GBP', payOut: 'BANK_TRANSFER' }
    const body = { ...pounds, profile: String(ann.business), targetAccount }
    const reply = await ann.call(route, { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ profile: ann.business, targetAccount, targetAmount: 100 })
    const path = `GET /v3/profiles/${ann.business}/quotes/${reply.body.id}`
    expect((await ann.call(path)).body).toEqual(reply.body)
  })

  it("404 not.found for a stranger's profile, 400 without one", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const strange = { ...usual, profile: bob.personal }
    expect(refusals(await ann.call(route, { body: strange }))).toEqual(['404 not.found profile'])
    expect(refusals(await ann.call(route, { body: usual }))).toEqual(['400 NotNull profile'])
  })

  const amounts = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }
  it.each([
    [{ ...usual, sourceCurrency: 'ABC' }, '400 CurrencyCode sourceCurrency'],
    [{ ...usual, targetCurrency: 'HRK' }, '400 CurrencyDeprecated targetCurrency'],
    [{ ...amounts, sourceAmount: 0 }, '400 error.greaterThanZero sourceAmount'],
    [amounts, '400 error.quote.amount.onlySingle sourceAmount'],
    [{ ...amounts, sourceAmount: 1.234 }, '422 error.amount.precision sourceAmount'],
    [{ ...usual, sourceCurrency: 'CNY' }, '422 error.route.not.supported -'],
    [{ ...usual, payOut: 'CA_NETWORK' }, '422 error.payOut.not.supported payOut'],
    [
      { ...usual, sourceCurrency: 'ALL', preferredPayIn: 'CARD' },
      '422 error.payIn.not.supported preferredPayIn',
    ],
    [{ ...amounts, targetAmount: 0.01 }, '422 error.amount.too-low targetAmount'],
    [{ ...amounts, sourceAmount: 999_999_999 }, '422 error.amount.too-high sourceAmount'],
    [{ ...amounts, sourceAmount: 0.2 }, '422 error.fee.exceeds-amount sourceAmount'],
    [{ ...usual, targetAccount: 1 }, '422 INVALID_RECIPIENT targetAccount'],
  ])('refuses %j with %s, as version 3 does', async (asked, says) => {
    const ann = await h.user()
    const reply = await ann.call(route, { body: { ...asked, profile: ann.personal } })
    expect(refusals(reply)).toEqual([says])
  })
})
