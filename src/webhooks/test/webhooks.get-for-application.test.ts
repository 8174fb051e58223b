import { describe, expect, it } from 'vitest'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  signingService,
  subscribe,
  subscribeApplication,
  subscriptionRequest,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

describe('webhooks.get-for-application', () => {
  const service = signingService()

  it('200 returns the subscription as its creation did', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    const created = await ok(app.call(`POST ${path}`, { body: subscriptionRequest() }))
    const { status, body } = await app.call(`GET ${path}/${created.id}`)
    expect([status, body]).toEqual([200, created])
  })

  it('404 subscription.not.found for an unknown subscription, and one of another application or a profile', async () => {
    const app = await service.createClient()
    const others = [
      UNKNOWN_ID,
      await subscribeApplication(await service.createClient()),
      await subscribe(service, await service.createUser()),
    ]
    for (const id of others) {
      const route = `GET /v3/applications/${app.clientKey}/subscriptions/${id}`
      const reply = await app.call(route)
      expect(outcome(reply)).toBe('404 subscription.not.found')
    }
  })

  it('400 for an id that is not a UUID', async () => {
    const app = await service.createClient()
    const { status } = await app.call(`GET /v3/applications/${app.clientKey}/subscriptions/12`)
    expect(status).toBe(400)
  })
})
