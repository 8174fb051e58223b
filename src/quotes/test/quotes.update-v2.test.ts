import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, germany } from '../../recipients/test/samples.ts'
import { createQuote, errorsOf, gbpToEur, patchQuote, usdToEur } from './quote-requests.ts'
import { declareRefusedChangeTests } from './refused-changes.ts'

describe('quotes.update-v2', () => {
  const service = testService()

  it('D92: 200 adds a recipient to a quote as version 3 does, and changes a quote of any profile of the caller', async () => {
    const ann = await service.createUser()
    const { id: targetAccount } = await addRecipient(ann, germany)
    const quote = await createQuote(ann, gbpToEur)
    const changed = await ann.call(`PATCH /v2/quotes/${quote.id}`, { body: { targetAccount } })
    expect([changed.status, changed.body.targetAccount]).toEqual([200, targetAccount])
    const inV3 = await patchQuote(ann, quote.id, { targetAccount })
    expect(inV3.body).toEqual(changed.body)
    const business = await createQuote(ann, usdToEur, ann.business)
    const swift = { body: { payOut: 'SWIFT' } }
    const reply = await ann.call(`PATCH /v2/quotes/${business.id}`, swift)
    expect([reply.status, reply.body.payOut]).toEqual([200, 'SWIFT'])
  })

  declareRefusedChangeTests(service, (person, quoteId, body) =>
    person.call(`PATCH /v2/quotes/${quoteId}`, { body }),
  )

  it("404 error.quote.not.found for an unknown id and another user's quote", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const id of [randomUUID(), (await createQuote(bob)).id])
      expect(
        errorsOf(await ann.call(`PATCH /v2/quotes/${id}`, { body: { payOut: 'SWIFT' } })),
      ).toEqual(['404 error.quote.not.found quoteId'])
  })
})
