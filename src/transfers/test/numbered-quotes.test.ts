// POST /v1/transfers with a quote that the client names by its number (D107).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, ok } from '../../../test/support/transfers.ts'
import {
  createNumberedQuote,
  createQuote,
  errorsOf,
  getQuote,
} from '../../quotes/test/quote-requests.ts'

describe('transfers.create with a numbered quote', () => {
  const service = testService()

  const createTransfer = async (ann: Person, quote: object) =>
    ann.call('POST /v1/transfers', {
      body: {
        targetAccount: await addsRecipient(ann),
        customerTransactionId: randomUUID(),
        ...quote,
      },
    })

  it('D107: 200 accepts the number, the UUID, or both of one quote, and uses the quote', async () => {
    const ann = await service.createUser()
    for (const reference of [
      ({ id }: { id: number }) => ({ quote: id }),
      ({ uuid }: { uuid: string }) => ({ quoteUuid: uuid }),
      ({ id, uuid }: { id: number; uuid: string }) => ({ quote: String(id), quoteUuid: uuid }),
      ({ uuid }: { uuid: string }) => ({ quote: uuid.toUpperCase() }),
      ({ uuid }: { uuid: string }) => ({ quote: uuid, quoteUuid: uuid }),
    ]) {
      const quote = await createNumberedQuote(ann)
      const { status, body } = await createTransfer(ann, reference(quote))
      expect([status, body.quoteUuid]).toEqual([200, quote.uuid])
      // A quote that a transfer has used has no delivery estimate.
      expect((await ann.call(`GET /v1/quotes/${quote.id}`)).body.deliveryEstimate).toBe(null)
    }
  })

  it('D107: 400 error.quote.different when quote and quoteUuid name different quotes, 400 NotNull when both are missing, and no quote is used', async () => {
    const ann = await service.createUser()
    const quote = await createNumberedQuote(ann)
    const other = await createQuote(ann, {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 9,
    })
    const both = { quote: quote.id, quoteUuid: other.id }
    expect(errorsOf(await createTransfer(ann, both))).toEqual(['400 error.quote.different quote'])
    expect(errorsOf(await createTransfer(ann, {}))).toEqual(['400 NotNull quoteUuid'])
    const read = await ok(ann.call(`GET /v1/quotes/${quote.id}`))
    expect(read.deliveryEstimate).toEqual(expect.any(String))
    expect((await getQuote(ann, other.id)).body.status).toBe('PENDING')
  })

  it("D107: 422 error.quote.not.found for an unknown quote number and for the number of another user's quote", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const quote of [999_999_999, (await createNumberedQuote(bob)).id])
      expect(errorsOf(await createTransfer(ann, { quote }))).toEqual([
        '422 error.quote.not.found quote',
      ])
  })

  it('D107: 200 returns the same transfer when the request is repeated', async () => {
    const ann = await service.createUser()
    const [quote, targetAccount] = [await createNumberedQuote(ann), await addsRecipient(ann)]
    const body = { targetAccount, quote: quote.id, customerTransactionId: randomUUID() }
    const [first, second] = [
      await ann.call('POST /v1/transfers', { body }),
      await ann.call('POST /v1/transfers', { body }),
    ]
    expect([second.status, second.body.id]).toEqual([200, first.body.id])
  })

  it.each([
    ['the fault of an unknown number', () => ({ quote: 999_999_999 })],
    ['the fault of two different quotes', (quote: number) => ({ quote, quoteUuid: randomUUID() })],
  ])('D107: 409 idempotency.key.reused instead of %s', async (_, other) => {
    const ann = await service.createUser()
    const [{ id: quote }, targetAccount] = [
      await createNumberedQuote(ann),
      await addsRecipient(ann),
    ]
    const body = { targetAccount, customerTransactionId: randomUUID() }
    await ann.call('POST /v1/transfers', { body: { ...body, quote } })
    const second = await ann.call('POST /v1/transfers', { body: { ...body, ...other(quote) } })
    expect(errorsOf(second)).toEqual(['409 idempotency.key.reused customerTransactionId'])
  })
})
