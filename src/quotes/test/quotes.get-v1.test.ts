import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createNumberedQuote, errorsOf } from './quote-requests.ts'

describe('quotes.get-v1', () => {
  const service = testService()

  it('D107: 200 returns a quote of any profile of the user by its number', async () => {
    const ann = await service.createUser()
    for (const profile of [ann.personal, ann.business]) {
      const quote = await createNumberedQuote(ann, profile)
      const reply = await ann.call(`GET /v1/quotes/${quote.id}`)
      expect([reply.status, reply.body]).toEqual([200, quote])
    }
  })

  it("D107: 404 error.quote.not.found for an unknown number and the number of another user's quote, 400 TypeMismatch for a UUID", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id, uuid } = await createNumberedQuote(bob)
    for (const unknown of [id, 999_999_999])
      expect(errorsOf(await ann.call(`GET /v1/quotes/${unknown}`))).toEqual([
        '404 error.quote.not.found quoteId',
      ])
    expect(errorsOf(await ann.call(`GET /v1/quotes/${uuid}`))).toEqual(['400 TypeMismatch quoteId'])
  })
})
