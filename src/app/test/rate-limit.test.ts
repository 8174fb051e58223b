import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  basicAuth,
  REGISTRATION_CODE,
  requestToken,
  signUp,
} from '../../users/test/token-requests.ts'
import { type LimitOwner, rateLimits } from '../http/limits/rate-limit.ts'

const perSecond = { address: 2, user: 2, application: 2 }
const ofCaller = (limit: 'user' | 'application', key: number): LimitOwner => ({ limit, key })
const ofAddress = (key: string): LimitOwner => ({ limit: 'address', key })

describe('D117: the rate limits', () => {
  it('refuse a user beyond the limit until the next second, and count other users and applications separately', () => {
    let nowMs = 0
    const limits = rateLimits({ perSecond, nowMs: () => nowMs })
    limits.count(ofCaller('user', 1))
    limits.count(ofCaller('user', 1))
    expect(() => limits.count(ofCaller('user', 1))).toThrow('rate.limit.exceeded')
    limits.count(ofCaller('user', 2))
    limits.count(ofCaller('application', 1))
    nowMs = 1000
    limits.count(ofCaller('user', 1))
  })

  it('do not count authenticated requests against their address', () => {
    const limits = rateLimits({ perSecond, nowMs: () => 0 })
    for (let n = 0; n < 10; n++) {
      const window = limits.count(ofAddress('192.0.2.1'))
      limits.undoCount(ofAddress('192.0.2.1'), window)
    }
    // Nothing is left to undo, so this call must not allow the address one more request.
    limits.undoCount(ofAddress('192.0.2.1'), 0)
    for (let n = 0; n < 2; n++) limits.count(ofAddress('192.0.2.1'))
    expect(() => limits.count(ofAddress('192.0.2.1'))).toThrow('rate.limit.exceeded')
  })

  it('do not undo a count in a later second, which would allow the address one more request', () => {
    let nowMs = 0
    const limits = rateLimits({ perSecond, nowMs: () => nowMs })
    const window = limits.count(ofAddress('192.0.2.1'))
    nowMs = 1000
    for (let n = 0; n < 2; n++) limits.count(ofAddress('192.0.2.1'))
    limits.undoCount(ofAddress('192.0.2.1'), window)
    expect(() => limits.count(ofAddress('192.0.2.1'))).toThrow('rate.limit.exceeded')
  })

  it('count at most keysMax keys separately; further addresses share one counter', () => {
    const limits = rateLimits({ perSecond, keysMax: 3, nowMs: () => 0 })
    for (const known of ['a', 'b', 'c']) limits.count(ofAddress(known))
    limits.count(ofAddress('d'))
    limits.count(ofAddress('e'))
    expect(() => limits.count(ofAddress('f'))).toThrow('rate.limit.exceeded')
    limits.count(ofAddress('a'))
    expect(() => limits.count(ofAddress('a'))).toThrow('rate.limit.exceeded')
  })
})

describe('D117: the rate limits over HTTP', () => {
  const now = { ms: 0 }
  const limited = { address: 3, user: 3, application: 4 }
  const service = testService({
    rateLimits: rateLimits({ perSecond: limited, nowMs: () => now.ms }),
  })
  const nextSecond = () => {
    now.ms += 1000
  }
  const statusesOf = async (call: () => Promise<{ status: number }>, times: number) => {
    const statuses: number[] = []
    for (let n = 0; n < times; n++) statuses.push((await call()).status)
    return statuses
  }

  it('429 for a user beyond the limit, counted over four tokens of the user', async () => {
    const ann = await service.createUser()
    const client = await service.createClient()
    const fields = { email: await signUp(client), registration_code: REGISTRATION_CODE }
    const tokens: string[] = []
    for (let n = 0; n < 4; n++) {
      nextSecond()
      const { body } = await requestToken(service, client, {
        grant_type: 'registration_code',
        ...fields,
      })
      tokens.push(body.access_token)
    }
    nextSecond()
    const statuses = []
    for (const token of tokens) statuses.push((await service.call('GET /v1/me', { token })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const reply = await service.call('GET /v1/me', { token: tokens[0] as string })
    expect([reply.headers['retry-after'], reply.headers['x-rate-limited-by']]).toEqual([
      '1',
      'user',
    ])
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })

  it('429 for an application beyond the limit, counted over its token requests, tokens and sign-ups', async () => {
    nextSecond()
    const [client, other] = [await service.createClient(), await service.createClient()]
    const grant = { grant_type: 'client_credentials' }
    const { body } = await requestToken(service, client, grant)
    const exists = (token: string) =>
      service.call('POST /v1/users/exists', { token, body: { email: 'a@example.com' } })
    expect((await exists(body.access_token)).status).toBe(200)
    expect((await exists(client.token)).status).toBe(200)
    await signUp(client)
    const replies = [await requestToken(service, client, grant), await exists(client.token)]
    expect(replies.map(({ status }) => status)).toEqual([429, 429])
    expect(replies[0]?.headers['x-rate-limited-by']).toBe('application')
    expect((await requestToken(service, other, grant)).status).toBe(200)
  })

  it('429 for an application with Basic authentication, counted over three spellings of its credentials', async () => {
    nextSecond()
    const client = await service.createClient()
    const { authorization } = basicAuth(client)
    const spellings = [authorization, authorization.replace('Basic', 'basic '), `${authorization} `]
    const rates = (header: string) =>
      service.call('GET /v1/rates?source=EUR&target=USD', { headers: { authorization: header } })
    const statuses = []
    for (const header of [...spellings, ...spellings]) statuses.push((await rates(header)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  it('429 for an address beyond the limit, counted over wrong secrets, tokens and Basic credentials; the address is then refused pages too', async () => {
    nextSecond()
    const [client, ann] = [await service.createClient(), await service.createUser()]
    const wrongSecret = () =>
      requestToken(
        service,
        { ...client, secret: crypto.randomUUID() },
        { grant_type: 'client_credentials' },
      )
    const wrongToken = () => service.call('GET /v1/me', { token: crypto.randomUUID() })
    const wrongBasic = () =>
      service.call('GET /v1/rates', {
        headers: basicAuth({ ...client, secret: crypto.randomUUID() }),
      })
    const page = () => service.call('GET /oauth/authorize')
    expect(await statusesOf(wrongSecret, 1)).toEqual([401])
    expect(await statusesOf(wrongToken, 1)).toEqual([401])
    expect(await statusesOf(wrongBasic, 1)).toEqual([401])
    for (const call of [wrongSecret, wrongToken, wrongBasic, page])
      expect(await statusesOf(call, 1)).toEqual([429])
    // An authenticated request does not count against its address, so wrong tokens from there do not lock out the user.
    nextSecond()
    expect((await ann.call('GET /v1/me')).status).toBe(200)
    expect(await statusesOf(wrongToken, 4)).toEqual([401, 401, 401, 429])
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })

  it('a token request that is refused with 429 for its application also counts against its address, because it costs a query', async () => {
    nextSecond()
    const client = await service.createClient()
    const limitedBy = []
    for (let n = 0; n < 9; n++) {
      const { headers } = await requestToken(service, client, { grant_type: 'client_credentials' })
      limitedBy.push(headers['x-rate-limited-by'])
    }
    const answered = [undefined, undefined, undefined, undefined]
    const beyond = ['application', 'application', 'application']
    expect(limitedBy).toEqual([...answered, ...beyond, 'address', 'address'])
  })

  it('200 for valid secrets and tokens beyond the limit of their address', async () => {
    nextSecond()
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => service.createUser()))
    for (const person of people) expect((await person.call('GET /v1/me')).status).toBe(200)
    const clients = await Promise.all([1, 2, 3, 4, 5].map(() => service.createClient()))
    for (const client of clients)
      expect(
        (await requestToken(service, client, { grant_type: 'client_credentials' })).status,
      ).toBe(200)
  })

  it('the security log gets one line app.rate-limit-exceeded for the six refusals among nine requests of an address within one second', async () => {
    nextSecond()
    const before = service.securityLines.length
    const statuses = await statusesOf(() => service.call('GET /v1/me', { token: 'none' }), 9)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    const lines = service.securityLines.slice(before)
    expect(lines.filter(({ security }) => security === 'app.rate-limit-exceeded')).toMatchObject([
      { limit: 'address', address: '127.0.0.1', operation: 'profiles.me' },
    ])
  })
})
