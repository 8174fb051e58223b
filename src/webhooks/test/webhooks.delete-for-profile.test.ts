import { describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  dispatchEvents,
  recordStates,
  replyWith,
  signingService,
  subscribe,
  summariesOfSent,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

describe('webhooks.delete-for-profile', () => {
  const service = signingService()

  it('204 stops the queued and retrying deliveries of this subscription only, and later events add no delivery', async () => {
    const ann = await service.createUser()
    const deleted = await subscribe(service, ann, { url: 'https://deleted.example' })
    await subscribe(service, ann, { url: 'https://other.example' })
    service.respondWith(() => replyWith(500))
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    await recordStates(service, ann.personal, 1, 'funds_converted')
    await dispatchEvents(service)
    const listStates = async () => {
      const { rows } = await service.db.pool.query<{ state: string }>(
        'select state from deliveries where subscription_id = $1 order by state',
        [deleted],
      )
      return rows.map(({ state }) => state)
    }
    expect(await listStates()).toEqual(['QUEUED', 'RETRYING'])
    service.respondWith(() => replyWith(200))
    service.sent.length = 0

    const route = `DELETE /v3/profiles/${ann.personal}/subscriptions/${deleted}`
    expect((await ann.call(route)).status).toBe(204)
    await recordStates(service, ann.personal, 1, 'outgoing_payment_sent')
    await service.advance({ hours: 24 })
    expect(new Set(service.sent.map(({ url }) => url))).toEqual(new Set(['https://other.example']))
    expect(summariesOfSent(service).sort()).toEqual([
      '1 funds_converted',
      '1 outgoing_payment_sent',
      '1 processing',
    ])
    expect(await listStates()).toEqual(['STOPPED', 'STOPPED'])
  })

  it('204 also stops a delivery that a concurrent dispatch has added, and never sends the delivery', async () => {
    const ann = await service.createUser()
    const deleted = await subscribe(service, ann)
    await recordStates(service, ann.personal, 2, 'processing')
    service.sent.length = 0
    const lock = { text: 'lock table deliveries in access exclusive mode', values: [] }
    // Runs only the dispatch, because the sweep `webhooks.deliver` could send the delivery before it is stopped.
    const ended = await race<unknown>(service.db, lock, [
      () => dispatchEvents(service),
      () => ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${deleted}`),
    ])
    expect(ended[1]).toMatchObject({ status: 'fulfilled', value: { status: 204 } })
    await service.settle()
    const { rows } = await service.db.pool.query(
      'select state from deliveries where subscription_id = $1',
      [deleted],
    )
    expect(rows).toEqual([{ state: 'STOPPED' }])
    expect(service.sent).toEqual([])
  })

  it('404 subscription.not.found for an unknown subscription and one of another user, which is not deleted', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const foreign = await subscribe(service, ben)
    for (const id of [UNKNOWN_ID, foreign]) {
      const route = `DELETE /v3/profiles/${ann.personal}/subscriptions/${id}`
      const reply = await ann.call(route)
      expect(outcome(reply)).toBe('404 subscription.not.found')
    }
    const route = `GET /v3/profiles/${ben.personal}/subscriptions/${foreign}`
    expect((await ben.call(route)).status).toBe(200)
  })
})
