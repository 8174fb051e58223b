import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { quoted } from './quoted.ts'

describe('requirements.refresh-of-quote', () => {
  const h = house()
  const headers = { 'Accept-Minor-Version': '1' }

  it('200 the forms with what follows from what is filled in', async () => {
    const ann = await h.user()
    const quoteId = await quoted(ann, 'GBP', 'USD')
    const path = `/v1/quotes/${quoteId}/account-requirements`
    const body = { type: 'aba', details: { address: { country: 'US' } } }
    const reply = await ann.call(`POST ${path}`, { headers, body })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('"address.state"')
    expect((await ann.call(`GET ${path}`, { headers })).text).not.toContain('"address.state"')
  })

  it('200 with a body that says nothing, what the first question answered', async () => {
    const ann = await h.user()
    const path = `/v1/quotes/${await quoted(ann, 'GBP', 'EUR')}/account-requirements`
    const first = await ann.call(`GET ${path}`, { headers })
    expect((await ann.call(`POST ${path}`, { headers, body: {} })).text).toBe(first.text)
  })

  it('400 for an id that is neither a UUID nor a number', async () => {
    const reply = await (await h.user()).call('POST /v1/quotes/7x/account-requirements', {
      body: {},
    })
    expect(reply.status).toBe(400)
  })

  it('404 error.quote.not.found for an unknown one', async () => {
    for (const quoteId of [randomUUID(), '7']) {
      const path = `/v1/quotes/${quoteId}/account-requirements`
      const reply = await (await h.user()).call(`POST ${path}`, { body: {} })
      expect(reply.status).toBe(404)
      expect(reply.body.errors[0].code).toBe('error.quote.not.found')
    }
  })
})
