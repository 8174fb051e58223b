import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/support/transfers.ts'
import { onlyMessage, recordStates, signingService, subscribe } from './webhook-fixtures.ts'

describe('webhooks.log-for-profile', () => {
  const service = signingService()

  it('200 returns the exact body that was sent, and the state DELIVERED', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const { status, body } = await ann.call(
      `GET /v3/profiles/${ann.personal}/subscriptions/${id}/deliveries`,
    )
    expect(status).toBe(200)
    const message = onlyMessage(service)
    expect(body).toMatchObject([
      {
        delivery_id: message.headers['X-Delivery-Id'],
        body: message.body,
        test: false,
        state: 'DELIVERED',
        attempts: 1,
      },
    ])
  })

  it('404 subscription.not.found for a subscription of another user', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const foreign = await subscribe(service, ben)
    const path = `/v3/profiles/${ann.personal}/subscriptions/${foreign}/deliveries`
    const reply = await ann.call(`GET ${path}`)
    expect(outcome(reply)).toBe('404 subscription.not.found')
  })

  it('400 for a page size of 101', async () => {
    const ann = await service.createUser()
    const path = `/v3/profiles/${ann.personal}/subscriptions/${await subscribe(service, ann)}/deliveries`
    expect((await ann.call(`GET ${path}`, { query: { size: '101' } })).status).toBe(400)
  })
})
