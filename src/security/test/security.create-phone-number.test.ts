import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Client, Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { hashSecret } from '../../users/index.ts'
import {
  grantAccess,
  insertsCode,
  refreshTokens,
  requestToken,
} from '../../users/test/token-requests.ts'
import {
  callWithApproval,
  challengeToken,
  holderLock,
  holdersLock,
  outcome,
  passesChallenges,
  setsPin,
  verifiesPhone,
} from './protected-requests.ts'

const create = 'POST /v1/user/phone-numbers'

describe('security.create-phone-number', () => {
  const service = testService()
  const withoutGateway = testService({ mode: 'live' })
  const withGateway = testService({
    mode: 'live',
    settings: { smsUrl: 'https://sms.example.com/' },
  })

  const adds = (person: Person, phoneNumber: unknown, extraFields: object = {}) =>
    person.call(create, { body: { phoneNumber, type: 'PRIMARY', ...extraFields } })

  it('200 returns the number in E.164, unverified', async () => {
    const ann = await service.createUser()
    const reply = await adds(ann, '+44 7700 900-123')
    expect([reply.status, reply.body]).toEqual([
      200,
      { id: expect.any(Number), phoneNumber: '+447700900123', type: 'PRIMARY', verified: false },
    ])
    expect(reply.headers['x-2fa-approval-result']).toBe('APPROVED')
  })

  it('403 for a user with a factor, and 200 once the challenge is cleared', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    challengeToken(await adds(ann, '+447700900123'))
    const request = { body: { phoneNumber: '+447700900123' } }
    expect((await callWithApproval(ann, create, request, 'PIN')).status).toBe(200)
  })

  it('200 with revokeTokens revokes the other tokens of the user immediately, and no tokens of other users', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const insertsToken = async (kind: string, applicationId: number | null) => {
      const token = randomUUID()
      await service.db.pool.query(
        `insert into tokens (kind, hash, user_id, application_id, created_at)
         values ($1, $2, $3, $4, $5)`,
        [kind, hashSecret(token), ann.userId, applicationId, service.now().toString()],
      )
      return token
    }
    const client = await service.createClient()
    const other = await insertsToken('personal', null)
    const access = await insertsToken('access', client.applicationId)
    const refresh = await insertsToken('refresh', client.applicationId)
    const listNumbers = (token: string) => service.call('GET /v1/user/phone-numbers', { token })
    for (const token of [other, access]) expect((await listNumbers(token)).status).toBe(200)
    expect((await adds(ann, '+447700900123', { revokeTokens: true })).status).toBe(200)
    for (const token of [other, access]) expect((await listNumbers(token)).status).toBe(401)
    for (const token of [ann.token, bob.token, client.token])
      expect((await service.call('GET /v1/rates?source=EUR&target=USD', { token })).status).toBe(
        200,
      )
    const { rows } = await service.db.pool.query('select revoked_at from tokens where hash = $1', [
      hashSecret(refresh),
    ])
    expect(rows[0].revoked_at).not.toBeNull()
  })

  describe('revokeTokens during a concurrent token grant', () => {
    /** Creates a user who granted a client access, and tokens that the client obtained with a code. */
    const createsGrant = async () => {
      const [ann, client] = [await service.createUser(), await service.createClient()]
      await grantAccess(service, client, ann)
      const { body } = await exchange(client, await insertsCode(service, client, ann))
      expect(await isLive(body.access_token)).toBe(true)
      return { ann, client, tokens: body }
    }
    const exchange = (client: Client, fields: Awaited<ReturnType<typeof insertsCode>>) =>
      requestToken(service, client, fields)
    const refresh = (client: Client, token: string) => refreshTokens(service, client, token)
    const revoke = (ann: Person) => adds(ann, '+447700900123', { revokeTokens: true })
    const isLive = async (token: string) =>
      (await service.call('GET /v1/me', { token })).status === 200
    /** The row lock for which every token request of this client waits. */
    const clientLock = ({ applicationId }: Client) => rowLock('applications', { id: applicationId })

    it('revokes the token that a concurrent refresh issues', async () => {
      const { ann, client, tokens } = await createsGrant()
      const [refreshed, revoked] = await raceResults(service.db, clientLock(client), [
        () => refresh(client, tokens.refresh_token),
        () => revoke(ann),
      ])
      expect([refreshed?.status, revoked?.status]).toEqual([200, 200])
      expect(await isLive(refreshed?.body.access_token)).toBe(false)
    })

    it('revokes the tokens of a code that is exchanged concurrently', async () => {
      const { ann, client } = await createsGrant()
      const code = await insertsCode(service, client, ann)
      const [exchanged, revoked] = await raceResults(service.db, clientLock(client), [
        () => exchange(client, code),
        () => revoke(ann),
      ])
      expect([exchanged?.status, revoked?.status]).toEqual([200, 200])
      expect(await isLive(exchanged?.body.access_token)).toBe(false)
      expect((await refresh(client, exchanged?.body.refresh_token)).status).toBe(401)
    })

    it('refuses a refresh that waits for the revocation', async () => {
      const { ann, client, tokens } = await createsGrant()
      const lock = rowLock('tokens', { hash: hashSecret(tokens.access_token) })
      const [revoked, refreshed] = await raceResults(service.db, lock, [
        () => revoke(ann),
        () => refresh(client, tokens.refresh_token),
      ])
      expect([revoked?.status, refreshed?.status]).toEqual([200, 401])
    })
  })

  it.each(['07700900123', '+44', 'call me', '+447700900123 ext. 5', '+999123456789'])(
    '422 phone.number.invalid for %j',
    async (phoneNumber) => {
      expect(outcome(await adds(await service.createUser(), phoneNumber))).toBe(
        '422 phone.number.invalid',
      )
    },
  )

  it('400 for a type other than PRIMARY', async () => {
    const { status, body } = await adds(await service.createUser(), '+447700900123', {
      type: 'SECONDARY',
    })
    expect([status, body.errors[0].path]).toEqual([400, 'type'])
  })

  it("422 phone.number.repeated for the user's own number, while another user may have the same number", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(outcome(await adds(ann, '+447700900123'))).toBe('200')
    expect(outcome(await adds(ann, '+44 7700 900123'))).toBe('422 phone.number.repeated')
    expect(outcome(await adds(bob, '+447700900123'))).toBe('200')
  })

  it('422 phone.number.repeated for one of two concurrent requests', async () => {
    const ann = await service.createUser()
    const add = () => adds(ann, '+447700900123')
    const replies = await raceResults(service.db, holdersLock, [add, add])
    expect(replies.map(outcome).sort()).toEqual(['200', '422 phone.number.repeated'])
  })

  it('429 phone.number.limit for the fourth number in ten minutes, deleted numbers included', async () => {
    const ann = await service.createUser()
    const first = await adds(ann, '+447700900001')
    await ann.call(`DELETE /v1/user/phone-numbers/${first.body.id}`)
    await service.advance({ minutes: 4 })
    const both = [adds(ann, '+447700900002'), adds(ann, '+447700900003')]
    expect((await Promise.all(both)).map(outcome)).toEqual(['200', '200'])
    const fourth = await adds(ann, '+447700900004')
    expect([outcome(fourth), fourth.headers['retry-after']]).toEqual([
      '429 phone.number.limit',
      '360',
    ])
    await service.advance({ seconds: 359 })
    expect(outcome(await adds(ann, '+447700900004'))).toBe('429 phone.number.limit')
    await service.advance({ seconds: 1 })
    expect(outcome(await adds(ann, '+447700900004'))).toBe('200')
  })

  it('429 phone.number.limit for one of four concurrent requests', async () => {
    const ann = await service.createUser()
    const racers = [1, 2, 3, 4].map((n) => () => adds(ann, `+44770090000${n}`))
    const replies = await raceResults(service.db, holdersLock, racers)
    expect(replies.map(outcome).sort()).toEqual(['200', '200', '200', '429 phone.number.limit'])
  })

  it('422 sms.not-available in live mode without a gateway, 503 sms.not-sent when the gateway fails', async () => {
    const request = { body: { phoneNumber: '+447700900123' } }
    const ann = await withoutGateway.createUser()
    await setsPin(ann)
    expect(outcome(await callWithApproval(ann, create, request, 'PIN'))).toBe(
      '422 sms.not-available',
    )
    const bob = await withGateway.createUser()
    await setsPin(bob)
    withGateway.respondWith(() => ({ failed: 'timeout', elapsedMs: 5000 }))
    expect(outcome(await callWithApproval(bob, create, request, 'PIN'))).toBe('503 sms.not-sent')
  })

  it('403 and no message for a request with a used one-time token', async () => {
    const ann = await withGateway.createUser()
    await setsPin(ann)
    withGateway.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
    const request = { body: { phoneNumber: '+447700900123' } }
    const token = challengeToken(await ann.call(create, request))
    const headers = { 'one-time-token': token }
    await passesChallenges(ann, token, 'PIN')
    const before = withGateway.sent.length
    expect((await ann.call(create, { ...request, headers })).status).toBe(200)
    challengeToken(await ann.call(create, { ...request, headers }))
    expect(withGateway.sent.length).toBe(before + 1)
  })

  // The code is sent before the transaction that marks the token as used, so a request that fails may have sent a code.
  it('D31a: one of seven concurrent requests with one approval succeeds, and at most three send a code', async () => {
    const ann = await withGateway.createUser()
    await setsPin(ann)
    withGateway.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
    const request = { body: { phoneNumber: '+447700900123' } }
    const token = challengeToken(await ann.call(create, request))
    const headers = { 'one-time-token': token }
    await passesChallenges(ann, token, 'PIN')
    const before = withGateway.sent.length
    const requests = Array.from(
      { length: 7 },
      () => () => ann.call(create, { ...request, headers }),
    )
    const replies = await raceResults(withGateway.db, holderLock(ann), requests)
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(withGateway.sent.length - before).toBeLessThanOrEqual(3)
  })

  it('a verified number is a factor', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const request = { body: { phoneNumber: '+447700900124' } }
    expect((await callWithApproval(ann, create, request, 'SMS')).status).toBe(200)
  })
})
