import { describe, expect, it } from 'vitest'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { signingService, subscribeApplication, UNKNOWN_ID } from './webhook-fixtures.ts'

describe('webhooks.delete-for-application', () => {
  const service = signingService()

  it('204 without a body deletes the subscription', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    const { status, text } = await app.call(`DELETE ${path}`)
    expect([status, text]).toEqual([204, ''])
    expect((await app.call(`GET ${path}`)).status).toBe(404)
  })

  it('204 stops a test notification that was not sent yet', async () => {
    const app = await service.createClient()
    const path = `/v3/applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    await ok(app.call(`POST ${path}/test-notifications`))
    await ok(app.call(`DELETE ${path}`))
    await service.settle()
    expect(service.sent).toEqual([])
  })

  it('404 subscription.not.found for an unknown or deleted subscription, and for one of another application, which is not deleted', async () => {
    const [app, other] = [await service.createClient(), await service.createClient()]
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    const deleted = await subscribeApplication(app)
    await ok(app.call(`DELETE ${path}/${deleted}`))
    const foreign = await subscribeApplication(other)
    for (const id of [UNKNOWN_ID, deleted, foreign]) {
      expect(outcome(await app.call(`DELETE ${path}/${id}`))).toBe('404 subscription.not.found')
    }
    const route = `GET /v3/applications/${other.clientKey}/subscriptions/${foreign}`
    expect((await other.call(route)).status).toBe(200)
  })
})
