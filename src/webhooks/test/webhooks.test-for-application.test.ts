import { afterEach, describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { catalogue, type EventName } from '../catalogue.ts'
import { verifySignatures } from './verify-signatures.ts'
import {
  onlyMessage,
  queuesLock,
  signingService,
  subscribeApplication,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

describe('webhooks.test-for-application', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
  })

  it('200 queues one signed test notification with ids 0', async () => {
    const app = await service.createClient()
    const id = await subscribeApplication(app)
    const path = `/v3/applications/${app.clientKey}/subscriptions/${id}`
    const { status, body } = await app.call(`POST ${path}/test-notifications`)
    expect(status).toBe(200)
    expect(body).toEqual([{ delivery_id: expect.any(String), created_at: '2026-01-05T10:00:00Z' }])
    await service.settle()
    const message = onlyMessage(service)
    expect(message.headers).toMatchObject({
      'X-Test-Notification': 'true',
      'X-Delivery-Id': body[0].delivery_id,
    })
    expect(JSON.parse(message.body)).toEqual({
      data: {
        resource: { type: 'transfer', id: 0, profile_id: 0, account_id: 0 },
        current_state: 'processing',
        previous_state: 'incoming_payment_waiting',
        occurred_at: '2026-01-05T10:00:00Z',
      },
      subscription_id: id,
      event_type: 'transfers#state-change',
      schema_version: '2.0.0',
      sent_at: '2026-01-05T10:00:00Z',
    })
    await verifySignatures(service, message)
    const log = (await app.call(`GET ${path}/deliveries`)).body
    expect(log).toEqual([expect.objectContaining({ test: true, state: 'DELIVERED' })])
  })

  it('200 for every event that an application can subscribe to', async () => {
    const names = Object.entries(catalogue).filter(([, { scopes }]) =>
      scopes.includes('application'),
    )
    const app = await service.createClient()
    for (const [name, { versions }] of names) {
      const version = versions.at(-1) ?? ''
      const id = await subscribeApplication(app, { trigger_on: name as EventName, version })
      const route = `POST /v3/applications/${app.clientKey}/subscriptions/${id}/test-notifications`
      expect((await app.call(route)).status).toBe(200)
    }
    await service.settle()
    const eventTypes = service.sent.map(({ body }) => JSON.parse(body).event_type)
    expect(eventTypes.sort()).toEqual(names.map(([name]) => name).sort())
  })

  it('404 subscription.not.found for an unknown subscription', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${UNKNOWN_ID}/test-notifications`
    const reply = await app.call(`POST ${path}`)
    expect(outcome(reply)).toBe('404 subscription.not.found')
  })

  it('404 subscription.not.found when a concurrent request deletes the subscription first, and nothing is queued', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    const replies = await raceResults(service.db, queuesLock, [
      () => app.call(`DELETE ${path}`),
      () => app.call(`POST ${path}/test-notifications`),
    ])
    expect(replies.map(outcome)).toEqual(['204', '404 subscription.not.found'])
    expect(await service.settle()).toBe(0)
  })
})
