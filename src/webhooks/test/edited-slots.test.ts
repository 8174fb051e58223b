// How many edited deliveries a process sends at the same time (gap 1093): a slow receiver holds each of its requests.

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

  /** A person with a delivery, and the path that sends it with another body. */
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

  it('429 delivery.edited.too-many for the sixth while the receiver holds five; another profile is not refused', async () => {
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
    // The original, those that were held, and the last one.
    expect(log).toHaveLength(1 + EDITED_CONCURRENT_MAX + 1)
  })

  it('200 after more failures than there are slots, because a failure releases its slot', async () => {
    const delivery = await createDelivery()
    service.respondWith(() => ({ failed: 'timeout', elapsedMs: 5000 }))
    for (let n = 0; n <= EDITED_CONCURRENT_MAX; n++)
      expect((await resend(delivery)).body.state).toBe('FAILED')
  })
})
