import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { authenticate, createAuthentication } from '../http/authentication.ts'

describe('the cache of callers', () => {
  const service = testService()

  it('D117: has one entry for 40 spellings of the same Basic credentials, and no entry for a header of 2000 characters', async () => {
    const { clientKey, secret, applicationId } = await service.createClient()
    const credentials = btoa(`${clientKey}:${secret}`)
    const authentication = createAuthentication(service.db.reader)
    const endpoint = { access: { token: 'any', basic: true } } as Endpoint
    const call = (authorization: string) => {
      const request = { headers: { authorization }, ip: '192.0.2.1' } as FastifyRequest
      return authenticate(authentication, endpoint, request)
    }
    const spellings = Array.from({ length: 20 }, (_, n) => [
      `Basic ${' '.repeat(n)}${credentials}`,
      `bASIC ${credentials}${'='.repeat(n)}`,
    ]).flat()
    const long = `Basic ${credentials}==${'A'.repeat(2000)}`
    for (const header of [...spellings, long])
      expect(await call(header)).toMatchObject({ applicationId })
    expect(authentication.cache.size).toBe(1)
    expect([...authentication.cache.keys()].join().length).toBeLessThan(200)
  })

  const account = {
    currency: 'GBP',
    type: 'sort_code',
    accountHolderName: 'Nora Sample',
    details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
  }
  const listBalances = (person: Person, profileId: unknown) =>
    person.call(`GET /v4/profiles/${profileId}/balances`, { query: { types: 'STANDARD' } })
  const addRecipient = (person: Person, profile: unknown) =>
    person.call('POST /v1/accounts', { body: { ...account, profile } })

  it.each([
    ['the path', listBalances],
    ['the body', addRecipient],
  ])(
    'gap 8: 200 for a profile in %s that another process created after the caller was cached',
    async (_, call) => {
      const ann = await service.createUser()
      expect((await call(ann, ann.business)).status).toBe(200)
      const { rows } = await service.db.pool.query<{ id: number }>(
        `insert into profiles (public_id, user_id, type, details, verified, created_at, updated_at)
       select gen_random_uuid(), user_id, type, details, verified, created_at, updated_at
         from profiles where id = $1
       returning id`,
        [ann.business],
      )
      await service.db.pool.query(
        `insert into profile_owners (profile_id, user_id, type) values ($1, $2, 'BUSINESS')`,
        [rows[0]?.id, ann.userId],
      )
      expect((await call(ann, rows[0]?.id)).status).toBe(200)
    },
  )
})
