import { describe, expect, it } from 'vitest'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { replyWith, signingService, subscribeApplication, UNKNOWN_ID } from './webhook-fixtures.ts'

describe('webhooks.log-for-application', () => {
  const service = signingService()

  it('200 returns the deliveries page by page, newest first', async () => {
    const app = await service.createClient()
    const id = await subscribeApplication(app)
    const path = `/v3/applications/${app.clientKey}/subscriptions/${id}`
    const created: string[] = []
    for (let i = 0; i < 5; i++)
      created.unshift((await app.call(`POST ${path}/test-notifications`)).body[0].delivery_id)
    const pages: string[][] = []
    let seekPosition: string | undefined
    do {
      const query = { size: '2', ...(seekPosition && { seekPosition }) }
      const { status, body, headers } = await app.call(`GET ${path}/deliveries`, { query })
      expect(status).toBe(200)
      pages.push(body.map(({ delivery_id }: { delivery_id: string }) => delivery_id))
      seekPosition = headers['x-seek-position-for-next'] as string | undefined
    } while (seekPosition !== undefined)
    expect(pages).toEqual([created.slice(0, 2), created.slice(2, 4), created.slice(4)])
  })

  it('200 returns only deliveries in the requested state, with the error of the last attempt', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    await app.call(`POST ${path}/test-notifications`)
    service.respondWith(() => ({ failed: 'connection refused', elapsedMs: 3.4 }))
    await service.settle()
    service.respondWith(() => replyWith(204))
    await app.call(`POST ${path}/test-notifications`)
    await service.settle()
    const inState = (state: string) => ok(app.call(`GET ${path}/deliveries`, { query: { state } }))
    expect(await inState('RETRYING')).toEqual([
      {
        delivery_id: expect.any(String),
        event_type: 'transfers#state-change',
        test: true,
        state: 'RETRYING',
        attempts: 1,
        next_attempt_at: '2026-01-05T10:01:00Z',
        last_attempt: {
          at: '2026-01-05T10:00:00Z',
          status: null,
          error: 'connection refused',
          elapsed_ms: 3,
        },
        body: expect.stringContaining('"event_type":"transfers#state-change"'),
        created_at: '2026-01-05T10:00:00Z',
      },
    ])
    expect(await inState('DELIVERED')).toMatchObject([
      { next_attempt_at: null, last_attempt: { status: 204, error: null } },
    ])
    expect(await inState('FAILED')).toEqual([])
  })

  it('404 subscription.not.found for an unknown subscription', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${UNKNOWN_ID}/deliveries`
    const reply = await app.call(`GET ${path}`)
    expect(outcome(reply)).toBe('404 subscription.not.found')
  })
})
