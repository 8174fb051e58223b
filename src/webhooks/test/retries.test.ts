// When a delivery is sent again, and when it fails (D34).

import { afterEach, describe, expect, it } from 'vitest'
import {
  deliveryOf,
  recordStates,
  replyWith,
  signingService,
  stopAllDeliveries,
  subscribe,
} from './webhook-fixtures.ts'

describe('D34: deliveries', () => {
  const service = signingService()
  afterEach(async () => {
    await stopAllDeliveries(service)
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  const sentAt: string[] = []
  const recordTimes = (reply: ReturnType<typeof replyWith>) => {
    sentAt.length = 0
    service.respondWith(() => {
      sentAt.push(service.now().toString())
      return reply
    })
  }
  const minutesBetween = () =>
    sentAt.slice(1).map((at, i) =>
      Temporal.Instant.from(at)
        .since(sentAt[i] ?? at)
        .total('minutes'),
    )

  it('are retried unchanged after 1, 2, 4 ... 1024 minutes, then daily, with 26 attempts in total, and the subscription stays', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    recordTimes(replyWith(500))
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    expect(await deliveryOf(ann, id)).toMatchObject({ state: 'RETRYING', attempts: 1 })
    await service.advance({ hours: 24 * 20 })
    const doubling = Array.from({ length: 11 }, (_, i) => 2 ** i)
    const daily = Array.from({ length: 14 }, () => 24 * 60)
    expect(minutesBetween()).toEqual([...doubling, ...daily])
    expect(await deliveryOf(ann, id)).toMatchObject({
      state: 'FAILED',
      attempts: 26,
      next_attempt_at: null,
      last_attempt: { status: 500 },
    })
    const messages = new Set(
      service.sent.map(({ body, headers }) => `${headers['X-Delivery-Id']} ${body}`),
    )
    expect(messages.size).toBe(1)
    const route = `GET /v3/profiles/${ann.personal}/subscriptions/${id}`
    expect((await ann.call(route)).status).toBe(200)
  })

  it.each([400, 401, 403, 404, 405, 409, 410, 417, 422])(
    'fail after three attempts when the receiver replies %i',
    async (status) => {
      const ann = await service.createUser()
      const id = await subscribe(service, ann)
      recordTimes(replyWith(status))
      await recordStates(service, ann.personal, status, 'processing')
      await service.settle()
      await service.advance({ hours: 24 * 3 })
      expect(minutesBetween()).toEqual([1, 2])
      expect(await deliveryOf(ann, id)).toMatchObject({ state: 'FAILED', attempts: 3 })
    },
  )

  const retryAfters = [
    ['600', 10, 'the requested time is later than the first retry'],
    ['5', 1, 'the first retry is later than the requested time'],
    ['9999999', 24 * 60, 'a delivery waits at most a day'],
  ] as const
  it.each(retryAfters)(
    'with the reply header Retry-After: %s are retried after %i minutes, because %s',
    async (after, minutes) => {
      const ann = await service.createUser()
      await subscribe(service, ann)
      recordTimes(replyWith(503, { 'retry-after': after }))
      await recordStates(service, ann.personal, 2, 'processing')
      await service.settle()
      await service.advance({ minutes })
      expect(minutesBetween()).toEqual([minutes])
    },
  )

  it('are not retried after a 2xx reply', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    service.respondWith(() => replyWith(service.sent.length < 3 ? 302 : 299))
    await recordStates(service, ann.personal, 3, 'processing')
    await service.settle()
    await service.advance({ hours: 24 * 3 })
    expect(service.sent.length).toBe(3)
    expect(await deliveryOf(ann, id)).toMatchObject({ state: 'DELIVERED', attempts: 3 })
  })
})
