import { describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import { SUBSCRIPTIONS_MAX } from '../model.ts'
import { signingService, subscriptionRequest } from './webhook-fixtures.ts'

const route = (clientKey: string) => `POST /v3/applications/${clientKey}/subscriptions`

describe('webhooks.create-for-application', () => {
  const service = signingService()

  it('200 returns the subscription, its ids as text and its URL unchanged', async () => {
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

  it('200 makes another subscription for the same event and URL', async () => {
    const app = await service.createClient()
    const ids = [1, 2].map(
      async () => (await app.call(route(app.clientKey), { body: subscriptionRequest() })).body.id,
    )
    expect(new Set(await Promise.all(ids)).size).toBe(2)
  })

  it('D91: 200 another subscription each time, although both requests carry the same key', async () => {
    const app = await service.createClient()
    const headers = { 'x-idempotence-uuid': '5a4d0b0c-7777-4000-8000-000000000001' }
    const make = () => app.call(route(app.clientKey), { body: subscriptionRequest(), headers })
    const [first, again] = [await make(), await make()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.id).not.toBe(first.body.id)
  })

  it('404 not.found for the path of another application', async () => {
    const [app, stranger] = [await service.createClient(), await service.createClient()]
    const { status } = await app.call(route(stranger.clientKey), { body: subscriptionRequest() })
    expect(status).toBe(404)
  })

  it('400 names every field that is missing', async () => {
    const app = await service.createClient()
    const { status, body } = await app.call(route(app.clientKey), { body: { delivery: {} } })
    expect(status).toBe(400)
    const paths = body.errors.map(({ path }: { path: string }) => path).sort()
    expect(paths).toEqual(['delivery.url', 'delivery.version', 'name', 'trigger_on'])
  })

  const rows = [
    [{ trigger_on: 'transfers#unknown' }, 'subscription.event.unknown', 'trigger_on'],
    [{ trigger_on: 'toString' }, 'subscription.event.unknown', 'trigger_on'],
    [{ trigger_on: 'balances#credit' }, 'subscription.event.out-of-scope', 'trigger_on'],
    [{ version: '2.0.1' }, 'subscription.version.unknown', 'delivery.version'],
    [{ url: 'example.com/hook' }, 'INVALID_CALLBACK_URL', 'delivery.url'],
  ] as const
  it.each(rows)('422 %o is refused with %s at %s', async (over, code, path) => {
    const app = await service.createClient()
    const { status, body } = await app.call(route(app.clientKey), {
      body: subscriptionRequest(over),
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ code, path })])
  })

  it('422 names all that is wrong at once', async () => {
    const app = await service.createClient()
    const all = subscriptionRequest({ trigger_on: 'balances#credit', version: '9', url: 'x' })
    const { body } = await app.call(route(app.clientKey), { body: all })
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'trigger_on',
      'delivery.version',
      'delivery.url',
    ])
  })

  it('422 subscription.too-many, for one of two who race for the last place', async () => {
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
    const hold = { text: 'lock table subscriptions in access exclusive mode', values: [] }
    const outcomes = await race(service.db, hold, [create, create])
    const said = outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value)
    expect(said).toEqual([200, 'subscription.too-many'])
  })
})

describe('webhooks.create-for-application in live mode', () => {
  const service = signingService({ mode: 'live' })

  it('422 INVALID_CALLBACK_URL for an address that live may not call', async () => {
    const app = await service.createClient()
    const url = 'http://127.0.0.1:9000/hook'
    const { status, body } = await app.call(route(app.clientKey), {
      body: subscriptionRequest({ url }),
    })
    expect([status, body.errors[0].code]).toEqual([422, 'INVALID_CALLBACK_URL'])
    expect(body.errors[0].message).toContain('https')
  })
})
