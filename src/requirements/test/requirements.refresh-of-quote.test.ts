import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { createQuoteBetween } from '../../quotes/test/quote-requests.ts'

describe('requirements.refresh-of-quote', () => {
  const service = testService()
  const headers = { 'Accept-Minor-Version': '1' }

  it('200 returns the additional fields that the filled-in values require', async () => {
    const ann = await service.createUser()
    const quoteId = await createQuoteBetween(ann, 'GBP', 'USD')
    const path = `/v1/quotes/${quoteId}/account-requirements`
    const body = { type: 'aba', details: { address: { country: 'US' } } }
    const reply = await ann.call(`POST ${path}`, { headers, body })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('"address.state"')
    expect((await ann.call(`GET ${path}`, { headers })).text).not.toContain('"address.state"')
  })

  it('200 returns the reply of GET for an empty body', async () => {
    const ann = await service.createUser()
    const path = `/v1/quotes/${await createQuoteBetween(ann, 'GBP', 'EUR')}/account-requirements`
    const first = await ann.call(`GET ${path}`, { headers })
    const refreshed = await ann.call(`POST ${path}`, { headers, body: {} })
    expect([refreshed.status, refreshed.text]).toEqual([200, first.text])
  })

  it('400 Pattern for an id that is neither a UUID nor a number', async () => {
    const reply = await (await service.createUser()).call(
      'POST /v1/quotes/7x/account-requirements',
      {
        body: {},
      },
    )
    expect(outcome(reply)).toBe('400 Pattern')
  })

  it('404 error.quote.not.found for an unknown id and an unknown number', async () => {
    for (const quoteId of [randomUUID(), '7']) {
      const path = `/v1/quotes/${quoteId}/account-requirements`
      const reply = await (await service.createUser()).call(`POST ${path}`, { body: {} })
      expect(outcome(reply)).toBe('404 error.quote.not.found')
    }
  })
})
