import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createQuote, errorsOf, usdToEur } from './quote-requests.ts'

describe('quotes.get-v2', () => {
  const service = testService()

  it('200 returns a quote of any profile of the user', async () => {
    const ann = await service.createUser()
    for (const profile of [ann.personal, ann.business]) {
      const quote = await createQuote(ann, usdToEur, profile)
      const reply = await ann.call(`GET /v2/quotes/${quote.id}`)
      expect([reply.status, reply.body]).toEqual([200, quote])
    }
  })

  it("404 error.quote.not.found for an unknown id and another user's quote", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const id of [randomUUID(), (await createQuote(bob)).id])
      expect(errorsOf(await ann.call(`GET /v2/quotes/${id}`))).toEqual([
        '404 error.quote.not.found quoteId',
      ])
  })
})
