import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import type { AccountForm } from '../../corridors/index.ts'
import { createNumberedQuote, createQuoteBetween } from '../../quotes/test/quote-requests.ts'
import { inputsOf } from './filling.ts'

describe('requirements.of-quote', () => {
  const service = testService()
  const headers = { 'Accept-Minor-Version': '1' }

  it('200 returns the forms that GET /v1/account-requirements returns for the route of the quote', async () => {
    const ann = await service.createUser()
    const quoteId = await createQuoteBetween(ann, 'GBP', 'USD')
    const reply = await ann.call(`GET /v1/quotes/${quoteId}/account-requirements`, { headers })
    expect(reply.status).toBe(200)
    expect(reply.body.map(({ type }: AccountForm) => type)).toEqual([
      'aba',
      'fedwire_local',
      'swift_code',
    ])
    const query = { source: 'GBP', target: 'USD', sourceAmount: '100' }
    const byRoute = await ann.call('GET /v1/account-requirements', { query, headers })
    expect(reply.text).toBe(byRoute.text)
  })

  it('200 for an expired quote of the business profile of the user', async () => {
    const ann = await service.createUser()
    const quoteId = await createQuoteBetween(ann, 'GBP', 'EUR', ann.business)
    await service.advance({ minutes: 31 })
    const path = `/v1/quotes/${quoteId}/account-requirements`
    expect((await ann.call(`GET ${path}`)).status).toBe(200)
  })

  it("D107: 200 for a quote of version 1 by its number, and 404 error.quote.not.found for another user's quote", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id, uuid } = await createNumberedQuote(ann)
    const formOf = (quoteId: number | string) => `GET /v1/quotes/${quoteId}/account-requirements`
    const reply = await ann.call(formOf(id), { headers })
    expect(reply.status).toBe(200)
    expect(reply.text).toBe((await ann.call(formOf(uuid), { headers })).text)
    expect(outcome(await bob.call(formOf(id)))).toBe('404 error.quote.not.found')
  })

  it('200 adds the fields of an address when addressRequired is true', async () => {
    const ann = await service.createUser()
    const path = `/v1/quotes/${await createQuoteBetween(ann, 'GBP', 'EUR')}/account-requirements`
    const addressKeys = async (query: Record<string, string>) => {
      const { status, body } = await ann.call(`GET ${path}`, { query, headers })
      expect(status).toBe(200)
      return inputsOf(body[0]).flatMap(({ key }) => (key.startsWith('address.') ? key : []))
    }
    expect(await addressKeys({})).toEqual([])
    expect(await addressKeys({ addressRequired: 'true' })).toEqual([
      'address.country',
      'address.city',
      'address.firstLine',
      'address.postCode',
    ])
  })

  it('400 Pattern for an id that is neither a UUID nor a number', async () => {
    const reply = await (await service.createUser()).call(
      'GET /v1/quotes/12345-6/account-requirements',
    )
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code: 'Pattern', path: 'quoteId' }])
  })

  it("404 error.quote.not.found for another user's quote, an unknown id and an unknown number", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const quoteId of [await createQuoteBetween(bob, 'GBP', 'EUR'), randomUUID(), '12345']) {
      const reply = await ann.call(`GET /v1/quotes/${quoteId}/account-requirements`)
      expect(reply.status).toBe(404)
      expect(reply.body.errors).toMatchObject([
        { code: 'error.quote.not.found', path: 'quoteId', arguments: [quoteId] },
      ])
    }
  })
})
