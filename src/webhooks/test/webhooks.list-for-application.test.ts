import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/support/transfers.ts'
import { signingService, subscribeApplication } from './webhook-fixtures.ts'

describe('webhooks.list-for-application', () => {
  const service = signingService()

  it('200 returns an array of the subscriptions of the application that are not deleted, oldest first', async () => {
    const [app, other] = [await service.createClient(), await service.createClient()]
    const path = `/v3/applications/${app.clientKey}/subscriptions`
    expect((await app.call(`GET ${path}`)).body).toEqual([])
    const [first, second, third] = [
      await subscribeApplication(app, { name: 'first' }),
      await subscribeApplication(app, { name: 'second' }),
      await subscribeApplication(app, { name: 'third' }),
    ]
    await subscribeApplication(other)
    await app.call(`DELETE ${path}/${second}`)
    const { status, body } = await app.call(`GET ${path}`)
    expect(status).toBe(200)
    expect(body.map(({ id }: { id: string }) => id)).toEqual([first, third])
    expect(body[0]).toEqual((await app.call(`GET ${path}/${first}`)).body)
  })

  it('404 not.found for another application', async () => {
    const [app, other] = [await service.createClient(), await service.createClient()]
    const reply = await app.call(`GET /v3/applications/${other.clientKey}/subscriptions`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
