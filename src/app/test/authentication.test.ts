import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { authenticate, authentication } from '../http/authentication.ts'

describe('the cache of callers', () => {
  const service = testService()

  it('D117: one entry for all spellings of Basic credentials, and none for very long headers', async () => {
    const { clientKey, secret, applicationId } = await service.createClient()
    const credentials = btoa(`${clientKey}:${secret}`)
    const authenticated = authentication(service.db.reader)
    const endpoint = { access: { token: 'any', basic: true } } as Endpoint
    const call = (authorization: string) => {
      const request = { headers: { authorization }, ip: '192.0.2.1' } as FastifyRequest
      return authenticate(authenticated, endpoint, request)
    }
    const spelt = Array.from({ length: 20 }, (_, n) => [
      `Basic ${' '.repeat(n)}${credentials}`,
      `bASIC ${credentials}${'='.repeat(n)}`,
    ]).flat()
    const long = `Basic ${credentials}==${'A'.repeat(2000)}`
    for (const header of [...spelt, long])
      expect(await call(header)).toMatchObject({ applicationId })
    expect(authenticated.cache.size).toBe(1)
    expect([...authenticated.cache.keys()].join().length).toBeLessThan(200)
  })
})
