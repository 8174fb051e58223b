import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { pays } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import { quoted, refusals } from './asking.ts'

const numbered = async (person: Person, profile = person.personal) =>
  (
    await person.call('POST /v1/quotes', {
      body: { profile, source: 'GBP', target: 'EUR', sourceAmount: 100 },
    })
  ).body

describe('quotes.get-v1', () => {
  const h = house()

  const transfer = async (ann: Person, how: object) =>
    ann.call('POST /v1/transfers', {
      body: { targetAccount: await pays(ann), customerTransactionId: randomUUID(), ...how },
    })

  it('D107: 200 a quote of any profile of the caller, by its number', async () => {
    const ann = await h.user()
    for (const profile of [ann.personal, ann.business]) {
      const quote = await numbered(ann, profile)
      const reply = await ann.call(`GET /v1/quotes/${quote.id}`)
      expect([reply.status, reply.body]).toEqual([200, quote])
    }
  })

  it("D107: 404 error.quote.not.found for an unknown and a stranger's number, 400 for a UUID", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id, uuid } = await numbered(bob)
    for (const unknown of [id, 999_999_999])
      expect(refusals(await ann.call(`GET /v1/quotes/${unknown}`))).toEqual([
        '404 error.quote.not.found quoteId',
      ])
    expect((await ann.call(`GET /v1/quotes/${uuid}`)).status).toBe(400)
  })

  it('D107: a transfer names its quote by number, by UUID, or by both of one quote', async () => {
    const ann = await h.user()
    for (const named of [
      ({ id }: { id: number }) => ({ quote: id }),
      ({ uuid }: { uuid: string }) => ({ quoteUuid: uuid }),
      ({ id, uuid }: { id: number; uuid: string }) => ({ quote: String(id), quoteUuid: uuid }),
      ({ uuid }: { uuid: string }) => ({ quote: uuid.toUpperCase() }),
      ({ uuid }: { uuid: string }) => ({ quote: uuid, quoteUuid: uuid }),
    ]) {
      const quote = await numbered(ann)
      const { status, body } = await transfer(ann, named(quote))
      expect([status, body.quoteUuid]).toEqual([200, quote.uuid])
      expect((await ann.call(`GET /v1/quotes/${quote.id}`)).body.deliveryEstimate).toBe(null)
    }
  })

  it('D107: 400 when quote and quoteUuid name different quotes, or neither is given', async () => {
    const ann = await h.user()
    const quote = await numbered(ann)
    const other = await quoted(ann, {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 9,
    })
    const both = { quote: quote.id, quoteUuid: other.id }
    expect(refusals(await transfer(ann, both))).toEqual(['400 error.quote.different quote'])
    expect(refusals(await transfer(ann, {}))).toEqual(['400 NotNull quoteUuid'])
    expect((await ann.call(`GET /v1/quotes/${quote.id}`)).body.deliveryEstimate).not.toBe(null)
  })

  it("D107: 422 error.quote.not.found for a transfer of an unknown or a stranger's number", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    for (const quote of [999_999_999, (await numbered(bob)).id])
      expect(refusals(await transfer(ann, { quote }))).toEqual(['422 error.quote.not.found quote'])
  })

  it('D107: the same request again is answered with the same transfer', async () => {
    const ann = await h.user()
    const [quote, targetAccount] = [await numbered(ann), await pays(ann)]
    const body = { targetAccount, quote: quote.id, customerTransactionId: randomUUID() }
    const [first, again] = [
      await ann.call('POST /v1/transfers', { body }),
      await ann.call('POST /v1/transfers', { body }),
    ]
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
  })

  it.each([
    ['an unknown number', () => ({ quote: 999_999_999 })],
    ['two quotes', (quote: number) => ({ quote, quoteUuid: randomUUID() })],
  ])('D107: 409 idempotency.key.reused before anything is said of %s', async (_, other) => {
    const ann = await h.user()
    const [{ id: quote }, targetAccount] = [await numbered(ann), await pays(ann)]
    const body = { targetAccount, customerTransactionId: randomUUID() }
    await ann.call('POST /v1/transfers', { body: { ...body, quote } })
    const again = await ann.call('POST /v1/transfers', { body: { ...body, ...other(quote) } })
    expect(refusals(again)).toEqual(['409 idempotency.key.reused customerTransactionId'])
  })
})
