import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, germany } from '../../recipients/test/samples.ts'
import { declareInvalidOrderTests } from './invalid-orders.ts'
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
    const stored = await ann.call(`GET /v3/profiles/${ann.business}/quotes/${reply.body.id}`)
    expect(stored.body).toEqual(reply.body)
  })

  it("404 not.found for another user's profile, 400 NotNull without a profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const foreign = { ...usdToEur, profile: bob.personal }
    expect(errorsOf(await ann.call(route, { body: foreign }))).toEqual(['404 not.found profile'])
    expect(errorsOf(await ann.call(route, { body: usdToEur }))).toEqual(['400 NotNull profile'])
  })

  declareInvalidOrderTests(async (order) => {
    const ann = await service.createUser()
    return ann.call(route, { body: { ...order, profile: ann.personal } })
  })

  it('422 INVALID_RECIPIENT for an unknown recipient', async () => {
    const ann = await service.createUser()
    const body = { ...usdToEur, profile: ann.personal, targetAccount: 999_999 }
    expect(errorsOf(await ann.call(route, { body }))).toEqual([
      '422 INVALID_RECIPIENT targetAccount',
    ])
  })
})
