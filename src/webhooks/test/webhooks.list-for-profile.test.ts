import { describe, expect, it } from 'vitest'
import { signingService, subscribe } from './webhook-fixtures.ts'

describe('webhooks.list-for-profile', () => {
  const service = signingService()

  it('200 returns the subscriptions of the profile, oldest first', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const ids = [await subscribe(service, ann, { name: 'first' }), await subscribe(service, ann)]
    await subscribe(service, ben)
    const { body } = await ann.call(`GET /v3/profiles/${ann.personal}/subscriptions`)
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect((await ann.call(`GET /v3/profiles/${ann.business}/subscriptions`)).body).toEqual([])
  })

  it('404 for another user’s profile', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    expect((await ann.call(`GET /v3/profiles/${ben.personal}/subscriptions`)).status).toBe(404)
  })
})
