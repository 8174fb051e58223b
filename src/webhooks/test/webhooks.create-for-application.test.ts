import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { SUBSCRIPTIONS_MAX } from '../model.ts'
import { signingService, subscriptionRequest } from './webhook-fixtures.ts'

const route = (clientKey: string) => `POST /v3/applications/${clientKey}/subscriptions`

describe('webhooks.create-for-application', () => {
  const service = signingService()

  it('200 returns the subscription with the URL unchanged, and sends nothing to the URL', async () => {
    const app = await service.createClient()
    const url = 'HTTP://Example.com:80/hook/?a=%7e&b=1#x'
    const { status, body } = await app.call(route(app.clientKey), {
      body: subscriptionRequest({ url }),
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Transfers',
      delivery: { version: '2.0.0', url },
      trigger_on: 'transfers#state-change',
      scope: { domain: 'application', id: app.clientKey },
      created_by: { type: 'application', id: app.clientKey },
      created_at: '2026-01-05T10:00:00Z',
    })
    expect(service.sent).toEqual([])
  })

  it('200 creates another subscription for the same event and URL', async () => {
    const app = await service.createClient()
    const create = () => app.call(route(app.clientKey), { body: subscriptionRequest() })
    const [first, second] = await Promise.all([create(), create()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('D91: 200 creates another subscription for a repeated request, even with the same idempotency key', async () => {
    const app = await service.createClient()
    const headers = { 'x-idempotence-uuid': '5a4d0b0c-7777-4000-8000-000000000001' }
    const create = () => app.call(route(app.clientKey), { body: subscriptionRequest(), headers })
    const [first, second] = [await create(), await create()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('404 not.found when the path names another application, and nothing is created', async () => {
    const [app, other] = [await service.createClient(), await service.createClient()]
    const reply = await app.call(route(other.clientKey), { body: subscriptionRequest() })
    expect(outcome(reply)).toBe('404 not.found')
    const list = `GET /v3/applications/${other.clientKey}/subscriptions`
    expect((await other.call(list)).body).toEqual([])
  })

  it('400 reports every missing field', async () => {
    const app = await service.createClient()
    const { status, body } = await app.call(route(app.clientKey), { body: { delivery: {} } })
    expect(status).toBe(400)
    const paths = body.errors.map(({ path }: { path: string }) => path).sort()
    expect(paths).toEqual(['delivery.url', 'delivery.version', 'name', 'trigger_on'])
  })

  const invalidFields = [
    [{ trigger_on: 'transfers#unknown' }, 'subscription.event.unknown', 'trigger_on'],
    [{ trigger_on: 'toString' }, 'subscription.event.unknown', 'trigger_on'],
    [{ trigger_on: 'balances#credit' }, 'subscription.event.out-of-scope', 'trigger_on'],
    [{ version: '2.0.1' }, 'subscription.version.unknown', 'delivery.version'],
    [{ url: 'example.com/hook' }, 'INVALID_CALLBACK_URL', 'delivery.url'],
  ] as const
  it.each(invalidFields)('422 with %j: %s at %s', async (change, code, path) => {
    const app = await service.createClient()
    const { status, body } = await app.call(route(app.clientKey), {
      body: subscriptionRequest(change),
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ code, path })])
  })

  it('422 reports event, version and URL errors together', async () => {
    const app = await service.createClient()
    const invalid = subscriptionRequest({ trigger_on: 'balances#credit', version: '9', url: 'x' })
    const { status, body } = await app.call(route(app.clientKey), { body: invalid })
    expect(status).toBe(422)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'trigger_on',
      'delivery.version',
      'delivery.url',
    ])
  })

  it('422 subscription.too-many for one of two concurrent requests at one below the limit', async () => {
    const app = await service.createClient()
    await service.db.pool.query(
      `insert into subscriptions
         (application_id, name, event_name, version, url, created_by, created_at)
       select $1, 'n', 'transfers#refund', '1.0.0', 'https://a.example', 'n', now()
         from generate_series(1, $2)`,
      [app.applicationId, SUBSCRIPTIONS_MAX - 1],
    )
    const create = async () => {
      const { status, body } = await app.call(route(app.clientKey), { body: subscriptionRequest() })
      return status === 200 ? 200 : body.errors[0].code
    }
    const lock = { text: 'lock table subscriptions in access exclusive mode', values: [] }
    const outcomes = await raceResults(service.db, lock, [create, create])
    expect(outcomes).toEqual([200, 'subscription.too-many'])
  })
})

describe('webhooks.create-for-application in live mode', () => {
  const service = signingService({ mode: 'live' })

  it('422 INVALID_CALLBACK_URL for a plain HTTP URL', async () => {
    const app = await service.createClient()
    const url = 'http://127.0.0.1:9000/hook'
    const reply = await app.call(route(app.clientKey), { body: subscriptionRequest({ url }) })
    expect(outcome(reply)).toBe('422 INVALID_CALLBACK_URL')
    expect(reply.body.errors[0].message).toContain('https')
  })
})
