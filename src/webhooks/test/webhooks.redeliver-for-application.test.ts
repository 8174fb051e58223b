import { describe, expect, it } from 'vitest'
import {
  onlySent,
  recordStates,
  signingService,
  subscribeApplication,
  UNKNOWN,
} from './webhook-fixtures.ts'

describe('webhooks.redeliver-for-application', () => {
  const h = signingService()

  it('200 sends the same bytes under the same id again', async () => {
    const app = await h.client()
    const ann = await h.user({ applicationId: app.applicationId })
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    await recordStates(h, ann.business, 1, 'processing')
    await h.settle()
    const first = onlySent(h)
    h.sent.length = 0
    const id = first.headers['X-Delivery-Id']
    const { status } = await app.call(`POST ${path}/deliveries/${id}/redeliver`)
    expect(status).toBe(200)
    await h.settle()
    expect(onlySent(h)).toMatchObject({ body: first.body, headers: { 'X-Delivery-Id': id } })
  })

  it('409 delivery.queued for a test notification that was not sent yet', async () => {
    const app = await h.client()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    const id = (await app.call(`POST ${path}/test-notifications`)).body[0].delivery_id
    const { status, body } = await app.call(`POST ${path}/deliveries/${id}/redeliver`)
    expect([status, body.errors[0].code]).toEqual([409, 'delivery.queued'])
  })

  it('404 delivery.not.found, and subscription.not.found', async () => {
    const app = await h.client()
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    const codeOf = async (subscription: string) => {
      const route = `POST ${path}/${subscription}/deliveries/${UNKNOWN}/redeliver`
      const { status, body } = await app.call(route)
      return [status, body.errors[0].code]
    }
    expect(await codeOf(await subscribeApplication(app))).toEqual([404, 'delivery.not.found'])
    expect(await codeOf(UNKNOWN)).toEqual([404, 'subscription.not.found'])
  })
})
