import { afterEach, describe, expect, it } from 'vitest'
import { outcome } from '../../../test/support/transfers.ts'
import { verifySignatures } from './verify-signatures.ts'
import { onlyMessage, replyWith, signingService, subscriptionRequest } from './webhook-fixtures.ts'

describe('webhooks.create-for-profile', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  it('200 returns the subscription after the URL replied to a signed test message', async () => {
    const ann = await service.createUser()
    const route = `POST /v3/profiles/${ann.personal}/subscriptions`
    const { status, body } = await ann.call(route, { body: subscriptionRequest() })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      scope: { domain: 'profile', id: String(ann.personal) },
      created_by: { type: 'user', id: String(ann.userId) },
    })
    const probe = onlyMessage(service)
    expect(probe.headers).toMatchObject({ 'X-Test-Notification': 'true' })
    expect(JSON.parse(probe.body)).toMatchObject({
      event_type: 'transfers#state-change',
      data: {
        resource: { type: 'transfer', id: 0, profile_id: 0, account_id: 0 },
        current_state: 'processing',
        previous_state: 'incoming_payment_waiting',
      },
    })
    await verifySignatures(service, probe)
  })

  const refusals = [
    ['a server error', replyWith(500), 'replied to the test notification with status 500'],
    [
      'a redirect',
      replyWith(302, { location: 'https://elsewhere.example' }),
      'replied to the test notification with status 302',
    ],
    ['a client error', replyWith(404), 'replied to the test notification with status 404'],
    ['a timeout', { failed: 'timeout', elapsedMs: 5000 }, 'got no reply: timeout.'],
    [
      'a refused connection',
      { failed: 'connection refused', elapsedMs: 3 },
      'got no reply: connection refused.',
    ],
  ] as const
  it.each(refusals)(
    '422 INVALID_CALLBACK_URL when the test message ends with %s, with the reason in a second error (gap 1480)',
    async (_, reply, reason) => {
      service.respondWith(() => reply)
      const ann = await service.createUser()
      const path = `/v3/profiles/${ann.personal}/subscriptions`
      const { status, body } = await ann.call(`POST ${path}`, { body: subscriptionRequest() })
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        {
          code: 'INVALID_CALLBACK_URL',
          message: 'Callback endpoint did not respond successfully',
          path: 'delivery.url',
          arguments: ['https://ann.example/hook'],
        },
        {
          code: 'subscription.test-notification.failed',
          message: expect.stringContaining(reason),
          path: 'delivery.url',
          arguments: [],
        },
      ])
      expect((await ann.call(`GET ${path}`)).body).toEqual([])
    },
  )

  const rows = [
    [{ trigger_on: 'nothing' }, 'subscription.event.unknown'],
    [{ trigger_on: 'profiles#verification-state-change' }, 'subscription.event.out-of-scope'],
    [{ version: '1.0.0' }, 'subscription.version.unknown'],
    [{ url: 'nowhere' }, 'INVALID_CALLBACK_URL'],
  ] as const
  it.each(rows)('422 with %j: %s, and no test message is sent', async (change, code) => {
    const ann = await service.createUser()
    const route = `POST /v3/profiles/${ann.personal}/subscriptions`
    const reply = await ann.call(route, { body: subscriptionRequest(change) })
    expect(outcome(reply)).toBe(`422 ${code}`)
    expect(service.sent).toEqual([])
  })

  it('422 subscription.too-many for the 101st subscription of a profile, and no test message is sent', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into subscriptions
         (profile_id, name, event_name, version, url, created_by, created_at)
       select $1, 'n', 'transfers#refund', '1.0.0', 'https://a.example', 'n', now()
         from generate_series(1, 100)`,
      [ann.personal],
    )
    const route = (profileId: number) => `POST /v3/profiles/${profileId}/subscriptions`
    expect(outcome(await ann.call(route(ann.personal), { body: subscriptionRequest() }))).toBe(
      '422 subscription.too-many',
    )
    expect(service.sent).toEqual([])
    expect((await ann.call(route(ann.business), { body: subscriptionRequest() })).status).toBe(200)
  })

  it('404 not.found for another user’s profile, and no test message is sent', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const route = `POST /v3/profiles/${ben.personal}/subscriptions`
    expect(outcome(await ann.call(route, { body: subscriptionRequest() }))).toBe('404 not.found')
    expect(service.sent).toEqual([])
  })
})
