import { describe, expect, it } from 'vitest'
import { signingService, subscribe, subscribeApplication, UNKNOWN } from './webhook-fixtures.ts'

describe('webhooks.get-for-profile', () => {
  const h = signingService()

  it('200 returns the subscription', async () => {
    const ann = await h.user()
    const id = await subscribe(h, ann, { name: 'Mine' })
    const { body } = await ann.call(`GET /v3/profiles/${ann.personal}/subscriptions/${id}`)
    expect(body).toMatchObject({ id, name: 'Mine', created_at: '2026-01-05T10:00:00Z' })
  })

  it('404 subscription.not.found for one that is unknown, of another, or of an application', async () => {
    const ann = await h.user()
    const others = [
      UNKNOWN,
      await subscribe(h, await h.user()),
      await subscribeApplication(await h.client()),
    ]
    for (const id of others) {
      const { status, body } = await ann.call(
        `GET /v3/profiles/${ann.personal}/subscriptions/${id}`,
      )
      expect([status, body.errors[0].code]).toEqual([404, 'subscription.not.found'])
    }
  })

  it('404 subscription.not.found through another profile of the same user', async () => {
    const ann = await h.user()
    const id = await subscribe(h, ann)
    const { status } = await ann.call(`GET /v3/profiles/${ann.business}/subscriptions/${id}`)
    expect(status).toBe(404)
  })
})
