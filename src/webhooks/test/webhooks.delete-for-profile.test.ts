import { describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import {
  received,
  recordStates,
  replyWith,
  signingService,
  subscribe,
  UNKNOWN,
} from './webhook-fixtures.ts'

describe('webhooks.delete-for-profile', () => {
  const h = signingService()

  it('204 stops its queued and retrying deliveries, and none of other subscriptions', async () => {
    const ann = await h.user()
    const doomed = await subscribe(h, ann, { url: 'https://doomed.example' })
    await subscribe(h, ann, { url: 'https://other.example' })
    h.answer(() => replyWith(500))
    await recordStates(h, ann.personal, 1, 'processing')
    await h.settle()
    h.answer(() => replyWith(200))
    h.sent.length = 0

    const route = `DELETE /v3/profiles/${ann.personal}/subscriptions/${doomed}`
    expect((await ann.call(route)).status).toBe(204)
    await recordStates(h, ann.personal, 1, 'funds_converted')
    await h.advance({ hours: 24 })
    expect(h.sent.map(({ url }) => url)).toEqual(['https://other.example', 'https://other.example'])
    expect(received(h).sort()).toEqual(['1 funds_converted', '1 processing'])
    const { rows } = await h.db.pool.query(
      'select state, due_at from deliveries where subscription_id = $1',
      [doomed],
    )
    expect(rows).toEqual([{ state: 'STOPPED', due_at: null }])
  })

  it('204 while events are being dispatched to it: what the dispatcher adds is stopped too', async () => {
    const ann = await h.user()
    const doomed = await subscribe(h, ann)
    await recordStates(h, ann.personal, 2, 'processing')
    h.sent.length = 0
    const hold = { text: 'lock table deliveries in access exclusive mode', values: [] }
    await race<unknown>(h.db, hold, [
      () => h.settle(),
      () => ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${doomed}`),
    ])
    await h.settle()
    const { rows } = await h.db.pool.query(
      'select state from deliveries where subscription_id = $1',
      [doomed],
    )
    expect(rows.filter(({ state }) => state === 'QUEUED' || state === 'RETRYING')).toEqual([])
  })

  it('404 subscription.not.found for one that is unknown or of another', async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    for (const id of [UNKNOWN, await subscribe(h, ben)]) {
      const route = `DELETE /v3/profiles/${ann.personal}/subscriptions/${id}`
      const { status, body } = await ann.call(route)
      expect([status, body.errors[0].code]).toEqual([404, 'subscription.not.found'])
    }
  })
})
