import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { claimableTransfer } from '../../claims/test/claiming.ts'

const ofEveryReply = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

describe('the headers of a reply', () => {
  const service = testService()

  it.each([
    ['a successful reply', 'GET /health', 200],
    ['a refusal', 'GET /v1/me', 401],
    ['an unknown path', 'GET /no/such/operation', 404],
    ['a malformed path', 'GET /v1/transfers/%zz', 400],
  ])('restrict scripts, frames and caching of %s', async (_, route, status) => {
    const reply = await service.call(route)
    expect([reply.status, reply.headers]).toMatchObject([status, ofEveryReply])
    expect(reply.headers['x-trace-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['a claim page', 'GET /claims/some-secret'],
    ['the documentation', 'GET /docs'],
    ['an error of the authorization page', 'GET /oauth/authorize'],
  ])('of %s have referrer-policy no-referrer', async (_, route) => {
    expect((await service.call(route)).headers['referrer-policy']).toBe('no-referrer')
  })

  it('have no strict-transport-security when the service is not configured with https', async () => {
    expect((await service.call('GET /health')).headers).not.toHaveProperty(
      'strict-transport-security',
    )
  })

  const correlationIdOf = async (id: string) => {
    const { headers } = await service.call('GET /health', {
      headers: { 'x-external-correlation-id': id },
    })
    return headers['x-external-correlation-id']
  }

  it.each(['f3b0c7de-2f6f-4d0a-9a5c-0d1f2a3b4c5d', 'order_7'])(
    'contain the x-external-correlation-id %s of the request',
    async (id) => {
      expect(await correlationIdOf(id)).toBe(id)
    },
  )

  it.each(['two words', 'x'.repeat(37)])(
    'do not contain the malformed x-external-correlation-id "%s" of the request',
    async (id) => {
      expect(await correlationIdOf(id)).toBeUndefined()
    },
  )
})

describe('a service with an https publicUrl', () => {
  const service = testService({ settings: { publicUrl: 'https://pay.example.org' } })

  it('sends strict-transport-security for one year', async () => {
    expect((await service.call('GET /health')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })
})

describe('D122: a forged Host header', () => {
  const configured = testService({ settings: { publicUrl: 'https://pay.example.org' } })
  const service = testService()
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }

  it.each([
    ['GET /openapi.json'],
    ['GET /sandbox/outbox'],
    ['GET /v1/account-requirements?source=EUR&target=GBP&sourceAmount=100'],
  ])('does not appear in a link of %s', async (route) => {
    for (const [target, origin] of [
      [service, 'http://127.0.0.1:'],
      [configured, 'https://pay.example.org'],
    ] as const) {
      const ann = await target.createUser()
      if (route.includes('outbox')) await claimableTransfer(target, ann)
      const { status, text } = await ann.call(route, { headers: forged })
      expect(status).toBe(200)
      expect(text).not.toContain('evil.example')
      expect(text).toContain(origin)
    }
  })
})
