import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  recordStates,
  replyWith,
  signingService,
  subscribe,
  subscribeApplication,
  summariesOfSent,
} from '../../webhooks/test/webhook-fixtures.ts'
import { clientWithRedirects, obtainCode } from './consent-page.ts'
import {
  failure,
  grantAccess,
  INVALID_GRANT,
  REGISTRATION_CODE,
  refreshTokens,
  requestToken,
  signUp,
} from './token-requests.ts'

describe('D119: users.revoke-grant', () => {
  const service = testService()
  const register = (client: Client, email: string) =>
    requestToken(service, client, {
      grant_type: 'registration_code',
      email,
      registration_code: REGISTRATION_CODE,
    })
  const refresh = (client: Client, { body }: Reply) =>
    refreshTokens(service, client, body.refresh_token)
  const isLive = async ({ body }: Reply) =>
    (await service.call('GET /v1/me', { token: body.access_token })).status === 200

  it('204 revokes tokens and codes of the application, and no tokens of another application', async () => {
    const [client, other] = [
      await clientWithRedirects(service, ['loopback']),
      await clientWithRedirects(service, ['loopback']),
    ]
    const ann = await service.createUser()
    const tokens = await requestToken(service, client, await obtainCode(service, client, ann))
    const unused = await obtainCode(service, client, ann)
    const others = await requestToken(service, other, await obtainCode(service, other, ann))
    const { status, text } = await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
    expect([status, text]).toEqual([204, ''])
    expect(await isLive(tokens)).toBe(false)
    expect(failure(await refresh(client, tokens))).toEqual(INVALID_GRANT)
    expect(failure(await requestToken(service, client, unused))).toEqual(INVALID_GRANT)
    expect(await isLive(others)).toBe(true)
    expect((await refresh(other, others)).status).toBe(200)
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })

  it('204 revokes the tokens and the registration code of a sign-up, and the application gets 404 not.found for the user', async () => {
    const client = await service.createClient()
    const email = await signUp(client)
    const tokens = await register(client, email)
    const token = tokens.body.access_token
    const { body: me } = await service.call('GET /v1/me', { token })
    const getUser = () => client.call(`GET /v1/users/${me.id}`)
    expect((await getUser()).status).toBe(200)
    const path = `/v1/user/grants/${client.clientKey}`
    expect((await service.call(`DELETE ${path}`, { token })).status).toBe(204)
    expect(await isLive(tokens)).toBe(false)
    expect(failure(await refresh(client, tokens))).toEqual(INVALID_GRANT)
    expect(failure(await register(client, email))).toEqual(INVALID_GRANT)
    expect(outcome(await getUser())).toBe('404 not.found')
    const factors = [`/v1/users/${me.id}/pin`, `/v1/users/${me.id}/facemap/enrol`]
    for (const factor of factors)
      expect(outcome(await client.call(`DELETE ${factor}`))).toBe('404 not.found')
  })

  it('the registration code stays invalid when the user grants the application access again', async () => {
    const client = await service.createClient()
    const email = await signUp(client)
    const { body } = await register(client, email)
    const { body: me } = await service.call('GET /v1/me', { token: body.access_token })
    const route = `DELETE /v1/user/grants/${client.clientKey}`
    expect((await service.call(route, { token: body.access_token })).status).toBe(204)
    await grantAccess(service, client, { userId: me.id })
    expect((await client.call(`GET /v1/users/${me.id}`)).status).toBe(200)
    expect(failure(await register(client, email))).toEqual(INVALID_GRANT)
  })

  it('404 not.found without a live grant, and for the grant of another application with the token of an application', async () => {
    const [client, other, ann] = [
      await service.createClient(),
      await service.createClient(),
      await service.createUser(),
    ]
    await grantAccess(service, other, ann)
    const unknown = await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
    expect(outcome(unknown)).toBe('404 not.found')
    const email = await signUp(client)
    const { body } = await register(client, email)
    const { body: me } = await service.call('GET /v1/me', { token: body.access_token })
    await grantAccess(service, other, { userId: me.id })
    const path = `/v1/user/grants/${other.clientKey}`
    const foreign = await service.call(`DELETE ${path}`, { token: body.access_token })
    expect(outcome(foreign)).toBe('404 not.found')
    expect((await other.call(`GET /v1/users/${me.id}`)).status).toBe(200)
  })

  it('404 not.found for the second of two concurrent revocations', async () => {
    const [client, ann] = [await service.createClient(), await service.createUser()]
    await grantAccess(service, client, ann)
    const lock = rowLock('users', { id: ann.userId })
    const route = `DELETE /v1/user/grants/${client.clientKey}`
    const revoke = () => ann.call(route)
    const replies = await raceResults(service.db, lock, [revoke, revoke])
    expect(replies.map(outcome)).toEqual(['204', '404 not.found'])
  })

  it('revokes the access token of a concurrent refresh', async () => {
    const client = await service.createClient()
    const tokens = await register(client, await signUp(client))
    const token = tokens.body.access_token
    const lock = rowLock('applications', { id: client.applicationId })
    const route = `DELETE /v1/user/grants/${client.clientKey}`
    const [refreshed, revoked] = await raceResults(service.db, lock, [
      () => refresh(client, tokens),
      () => service.call(route, { token }),
    ])
    expect([refreshed?.status, revoked?.status]).toEqual([200, 204])
    expect(await isLive(refreshed ?? expect.unreachable())).toBe(false)
  })
})

describe('D119: webhooks of an application after its grant was revoked', () => {
  const service = signingService()

  it('the application gets no event of the user, neither a later event nor an event that is being retried', async () => {
    const [client, other, ann, bob] = [
      await service.createClient(),
      await service.createClient(),
      await service.createUser(),
      await service.createUser(),
    ]
    for (const app of [client, other]) {
      await subscribeApplication(app)
      await grantAccess(service, app, ann)
    }
    await grantAccess(service, client, bob)
    service.respondWith(() => replyWith(500))
    await recordStates(service, ann.personal, 1, 'retried')
    await service.settle()
    await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
    await recordStates(service, ann.business, 2, 'later')
    await recordStates(service, bob.personal, 3, 'of another user')
    await service.advance({ hours: 1 })
    expect(summariesOfSent(service).sort()).toEqual(['1 retried', '2 later', '3 of another user'])
    const { rows } = await service.db.pool.query(
      `select d.state, s.application_id = $1 as revoked, count(*)::int as n
         from deliveries d join subscriptions s on s.id = d.subscription_id
        group by 1, 2 order by 1, 2`,
      [client.applicationId],
    )
    expect(rows).toEqual([
      { state: 'DELIVERED', revoked: false, n: 2 },
      { state: 'DELIVERED', revoked: true, n: 1 },
      { state: 'STOPPED', revoked: true, n: 1 },
    ])
  })

  it('a profile subscription that the application created with the user’s token delivers nothing', async () => {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    await subscribe(service, ann)
    await recordStates(service, ann.personal, 4, 'before')
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['4 before'])
    service.respondWith(() => replyWith(500))
    await recordStates(service, ann.personal, 5, 'retried')
    await service.settle()
    await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
    await recordStates(service, ann.personal, 6, 'after')
    await service.advance({ hours: 1 })
    expect(summariesOfSent(service)).toEqual([])
  })

  it('the delivery log hides the bodies of the user until a new grant, and 404 delivery.not.found for a redelivery', async () => {
    const [client, ann, bob] = [
      await service.createClient(),
      await service.createUser(),
      await service.createUser(),
    ]
    const log = `/v3/applications/${client.clientKey}/subscriptions/${await subscribeApplication(client)}/deliveries`
    for (const person of [ann, bob]) await grantAccess(service, client, person)
    service.respondWith(() => replyWith(500))
    await recordStates(service, ann.personal, 1, 'never received', 'never received either')
    await recordStates(service, bob.personal, 2, 'never received')
    // After these 30 days every retry has failed.
    await service.advance({ hours: 24 * 30 })
    await recordStates(service, ann.personal, 3, 'never sent')
    await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
    service.respondWith(() => replyWith(200))
    service.sent.length = 0
    const { body: deliveries } = await client.call(`GET ${log}`)
    type Delivery = { delivery_id: string; state: string; body: string }
    const bodies = (deliveries as Delivery[]).map(({ body }) => body)
    expect(bodies.filter((body) => body !== '')).toEqual([expect.stringContaining('"id":2')])
    const results = new Set<string>()
    for (const { delivery_id, body } of deliveries as Delivery[])
      if (body === '') {
        const reply = await client.call(`POST ${log}/${delivery_id}/redeliver`)
        results.add(`${reply.status} ${reply.body.errors[0].code}`)
      }
    await service.settle()
    expect([...results]).toEqual(['404 delivery.not.found'])
    expect(service.sent).toEqual([])
    await grantAccess(service, client, ann)
    const { body: again } = await client.call(`GET ${log}`)
    expect((again as Delivery[]).filter(({ body }) => body !== '')).toHaveLength(deliveries.length)
  })
})
