import { describe, expect, it } from 'vitest'
import {
  signingService,
  subscribe,
  subscribeApplication,
  subscriptionRequest,
  UNKNOWN,
} from './webhook-fixtures.ts'

describe('webhooks.get-for-application', () => {
  const service = signingService()

  it('200 returns what was created', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    const made = (await app.call(`POST ${path}`, { body: subscriptionRequest() })).body
    expect((await app.call(`GET ${path}/${made.id}`)).body).toEqual(made)
  })

  it('404 subscription.not.found for one that is unknown, of another, or of a profile', async () => {
    const app = await service.createClient()
    const others = [
      UNKNOWN,
      await subscribeApplication(await service.createClient()),
      await subscribe(service, await service.createUser()),
    ]
    for (const id of others) {
      const route = `GET /v3/applications/${app.clientKey}/subscriptions/${id}`
      const { status, body } = await app.call(route)
      expect([status, body.errors[0].code]).toEqual([404, 'subscription.not.found'])
    }
  })

  it('400 for an id that is no uuid', async () => {
    const app = await service.createClient()
    const { status } = await app.call(`GET /v3/applications/${app.clientKey}/subscriptions/12`)
    expect(status).toBe(400)
  })
})
