import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import {
  createCustomer,
  requiredEvidences,
  sendPurpose,
  statusPath,
} from './verification-fixtures.ts'

describe('verification.required-evidences', () => {
  const service = testService()

  it('200 returns an empty list for a customer without required evidence', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET ${statusPath(ann.personal)}/required-evidences`)
    expect([reply.status, reply.body]).toEqual([200, { required_evidences: [] }])
  })

  it('D46a: 200 returns the evidence that a check requires first, for a personal and a business profile, by GET and POST', async () => {
    const ann = await createCustomer(service)
    for (const profile of [ann.personal, ann.business])
      await createsQuote(ann, { source: 'EUR', target: 'GBP', profile })
    const lists = [
      [ann.personal, ['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME']],
      [ann.business, ['BUSINESS_USE', 'USE_CASE_COUNTRIES', 'MONTHLY_VOLUME', 'SOURCE_OF_FUNDING']],
    ] as const
    for (const [profile, required_evidences] of lists)
      for (const method of ['GET', 'POST']) {
        const route = `${method} ${statusPath(profile)}/required-evidences`
        expect(await ok(ann.call(route))).toEqual({ required_evidences })
      }
  })

  it('200 returns an empty list while a review is under way', async () => {
    const ann = await createCustomer(service)
    await createsQuote(ann, { source: 'EUR', target: 'GBP' })
    await ok(sendPurpose(ann))
    expect(await requiredEvidences(ann)).toEqual([])
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await createCustomer(service)]
    const route = `GET ${statusPath(bob.personal)}/required-evidences`
    expect(outcome(await ann.call(route))).toBe('404 not.found')
  })
})
