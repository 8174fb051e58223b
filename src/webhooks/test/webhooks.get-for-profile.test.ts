import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/support/transfers.ts'
import { signingService, subscribe, subscribeApplication, UNKNOWN_ID } from './webhook-fixtures.ts'

describe('webhooks.get-for-profile', () => {
  const service = signingService()

  it('200 returns the subscription', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann, { name: 'Mine' })
    const { status, body } = await ann.call(`GET /v3/profiles/${ann.personal}/subscriptions/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'Mine', created_at: '2026-01-05T10:00:00Z' })
  })

  it('404 subscription.not.found for an unknown subscription, and one of another user or an application', async () => {
    const ann = await service.createUser()
    const others = [
      UNKNOWN_ID,
      await subscribe(service, await service.createUser()),
      await subscribeApplication(await service.createClient()),
    ]
    for (const id of others) {
      const reply = await ann.call(`GET /v3/profiles/${ann.personal}/subscriptions/${id}`)
      expect(outcome(reply)).toBe('404 subscription.not.found')
    }
  })

  it('404 subscription.not.found for a subscription of another profile of the same user', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    const reply = await ann.call(`GET /v3/profiles/${ann.business}/subscriptions/${id}`)
    expect(outcome(reply)).toBe('404 subscription.not.found')
  })
})
