import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/support/transfers.ts'
import { grantAccess } from '../../users/test/token-requests.ts'
import {
  onlyMessage,
  recordStates,
  replyWith,
  signingService,
  subscribeApplication,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

describe('webhooks.redeliver-for-application', () => {
  const service = signingService()

  it('200 sends the same body with the same id again', async () => {
    const app = await service.createClient()
    const ann = await service.createUser({ applicationId: app.applicationId })
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    await recordStates(service, ann.business, 1, 'processing')
    await service.settle()
    const first = onlyMessage(service)
    service.sent.length = 0
    const id = first.headers['X-Delivery-Id']
    const { status } = await app.call(`POST ${path}/deliveries/${id}/redeliver`)
    expect(status).toBe(200)
    await service.settle()
    expect(onlyMessage(service)).toMatchObject({
      body: first.body,
      headers: { 'X-Delivery-Id': id },
    })
  })

  it('409 delivery.queued for a test notification that is not sent yet', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    const id = (await app.call(`POST ${path}/test-notifications`)).body[0].delivery_id
    const reply = await app.call(`POST ${path}/deliveries/${id}/redeliver`)
    expect(outcome(reply)).toBe('409 delivery.queued')
  })

  it('409 delivery.stopped for a delivery that a revocation has stopped, also after the user grants access again', async () => {
    const app = await service.createClient()
    const ann = await service.createUser({ applicationId: app.applicationId })
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    await service.settle()
    service.sent.length = 0
    service.respondWith(() => replyWith(500))
    await recordStates(service, ann.personal, 2, 'processing')
    await service.settle()
    const id = onlyMessage(service).headers['X-Delivery-Id']
    await ann.call(`DELETE /v1/user/grants/${app.clientKey}`)
    const redeliver = async () => outcome(await app.call(`POST ${path}/deliveries/${id}/redeliver`))
    expect(await redeliver()).toBe('409 delivery.stopped')
    service.respondWith(() => replyWith(200))
    await grantAccess(service, app, ann)
    expect(await redeliver()).toBe('409 delivery.stopped')
    await service.advance({ hours: 1 })
    expect(service.sent).toHaveLength(1)
  })

  it('404 delivery.not.found for an unknown delivery, subscription.not.found for an unknown subscription', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    const outcomeOf = async (subscription: string) => {
      const route = `POST ${path}/${subscription}/deliveries/${UNKNOWN_ID}/redeliver`
      return outcome(await app.call(route))
    }
    expect(await outcomeOf(await subscribeApplication(app))).toBe('404 delivery.not.found')
    expect(await outcomeOf(UNKNOWN_ID)).toBe('404 subscription.not.found')
  })
})
