// How many edited deliveries of one owner a process sends at the same time (gap 1093). A slow receiver delays the reply to
// each request that sends an edited delivery.

import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { EDITED_CONCURRENT_MAX } from '../model.ts'
import {
  deliveryOf,
  recordStates,
  replyWith,
  signingService,
  subscribe,
} from './webhook-fixtures.ts'

describe('edited deliveries to a slow receiver', () => {
  const service = signingService()
  afterEach(() => service.respondWith(() => replyWith(200)))

  /** Creates a person with a delivery. Returns the path that sends the delivery with another body, and the path of the log. */
  async function createDelivery() {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const { delivery_id: id } = await deliveryOf(ann, subscription)
    const path = `/v1/sandbox/profiles/${ann.personal}/subscriptions/${subscription}/deliveries/${id}/resend-edited`
    return {
      ann,
      path,
      log: `/v3/profiles/${ann.personal}/subscriptions/${subscription}/deliveries`,
    }
  }

  const resend = ({ ann, path }: { ann: Person; path: string }) =>
    ann.call(`POST ${path}`, { body: { body: '{"a":1}' } })

  it('429 delivery.edited.too-many while the receiver holds five edited deliveries, and 200 for another profile', async () => {
    const [slow, other] = [await createDelivery(), await createDelivery()]
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    let arrivals = 0
    service.respondWith(async () => {
      arrivals++
      if (arrivals === EDITED_CONCURRENT_MAX) arrived.resolve()
      if (arrivals <= EDITED_CONCURRENT_MAX) await held.promise
      return replyWith(200)
    })
    const requests = Array.from({ length: EDITED_CONCURRENT_MAX }, () => resend(slow))
    await arrived.promise
    for (let n = 0; n < 3; n++) {
      const reply = await resend(slow)
      expect(outcome(reply)).toBe('429 delivery.edited.too-many')
      expect(reply.headers['retry-after']).toBe('5')
    }
    expect(arrivals).toBe(EDITED_CONCURRENT_MAX)
    expect((await resend(other)).status).toBe(200)
    held.resolve()
    const replies = await Promise.all(requests)
    expect(replies.map(({ status }) => status)).toEqual(requests.map(() => 200))
    expect((await resend(slow)).status).toBe(200)
    const { body: log } = await slow.ann.call(`GET ${slow.log}`)
    // The original delivery, the edited deliveries that were held, and the last edited delivery.
    expect(log).toHaveLength(1 + EDITED_CONCURRENT_MAX + 1)
  })

  it('200 after more failures than there are slots, because a failure releases its slot', async () => {
    const delivery = await createDelivery()
    service.respondWith(() => ({ failed: 'timeout', elapsedMs: 5000 }))
    for (let n = 0; n <= EDITED_CONCURRENT_MAX; n++)
      expect((await resend(delivery)).body.state).toBe('FAILED')
  })
})
