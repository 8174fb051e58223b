import { afterEach, describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  deliveryOf,
  onlyMessage,
  queuesLock,
  recordStates,
  replyWith,
  signingService,
  stopAllDeliveries,
  subscribe,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

describe('webhooks.redeliver-for-profile', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  const createDelivery = async (status = 200) => {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    service.respondWith(() => replyWith(status))
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const path = `/v3/profiles/${ann.personal}/subscriptions/${subscription}/deliveries`
    return { ann, subscription, path, id: (await deliveryOf(ann, subscription)).delivery_id }
  }

  it('200 sends the same body, signatures and id again', async () => {
    const { ann, subscription, path, id } = await createDelivery()
    const first = onlyMessage(service)
    service.sent.length = 0
    await service.advance({ hours: 1 })
    const { status, body } = await ann.call(`POST ${path}/${id}/redeliver`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ delivery_id: id, state: 'RETRYING', attempts: 0 })
    await service.settle()
    const second = onlyMessage(service)
    expect(second.body).toBe(first.body)
    for (const name of ['X-Delivery-Id', 'X-Signature', 'X-Signature-SHA256', 'webhook-id'])
      expect([name, second.headers[name]]).toEqual([name, first.headers[name] ?? 'no such header'])
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'DELIVERED', attempts: 1 })
  })

  it('200 starts one new series of attempts for a failed delivery', async () => {
    const { ann, subscription, path, id } = await createDelivery(410)
    await service.advance({ minutes: 3 })
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
    service.sent.length = 0
    expect((await ann.call(`POST ${path}/${id}/redeliver`)).status).toBe(200)
    await service.advance({ hours: 48 })
    expect(service.sent.length).toBe(3)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
  })

  it('200 starts one new series of attempts while the last attempt of the old series is in flight', async () => {
    const { ann, subscription, path, id } = await createDelivery(410)
    await service.advance({ minutes: 1 })
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'RETRYING', attempts: 2 })
    service.sent.length = 0
    const sent = Promise.withResolvers<void>()
    const late = Promise.withResolvers<ReturnType<typeof replyWith>>()
    service.respondWith(() => {
      sent.resolve()
      return late.promise
    })
    const advanced = service.advance({ minutes: 2 })
    await sent.promise
    expect((await ann.call(`POST ${path}/${id}/redeliver`)).status).toBe(200)
    late.resolve(replyWith(410))
    await advanced
    await service.advance({ hours: 48 })
    // The last attempt of the old series, and three attempts of the new series.
    expect(service.sent.length).toBe(4)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
  })

  it('200 for a second redelivery, whose reply is recorded instead of the late reply to the first', async () => {
    const { ann, subscription, path, id } = await createDelivery()
    service.sent.length = 0
    const sent = Promise.withResolvers<void>()
    const late = Promise.withResolvers<ReturnType<typeof replyWith>>()
    service.respondWith(() => {
      sent.resolve()
      return late.promise
    })
    const redeliver = () => ann.call(`POST ${path}/${id}/redeliver`)
    expect((await redeliver()).status).toBe(200)
    const settled = service.settle()
    await sent.promise
    expect((await redeliver()).status).toBe(200)
    service.respondWith(() => replyWith(200))
    late.resolve(replyWith(500))
    await settled
    expect(service.sent.length).toBe(2)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'DELIVERED', attempts: 1 })
  })

  it('200 sends a retrying delivery immediately', async () => {
    const { ann, subscription, path, id } = await createDelivery(500)
    await service.advance({ hours: 3 })
    service.respondWith(() => replyWith(200))
    service.sent.length = 0
    expect((await ann.call(`POST ${path}/${id}/redeliver`)).status).toBe(200)
    await service.settle()
    expect(service.sent.length).toBe(1)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'DELIVERED' })
  })

  it('409 delivery.queued for a delivery without an attempt', async () => {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    const { rows } = await service.db.pool.query<{ id: string }>(
      `insert into deliveries (profile_id, subscription_id, event_name, subject, number, body, state,
                               created_at)
       values ($1, $2, 'transfers#state-change', 'transfer:9', 1, '{}', 'QUEUED', now())
       returning id`,
      [ann.personal, subscription],
    )
    const path = `/v3/profiles/${ann.personal}/subscriptions/${subscription}/deliveries`
    const reply = await ann.call(`POST ${path}/${rows[0]?.id}/redeliver`)
    expect(outcome(reply)).toBe('409 delivery.queued')
  })

  it('409 delivery.stopped for a stopped delivery, which is not sent', async () => {
    const { ann, path, id } = await createDelivery(500)
    await stopAllDeliveries(service)
    service.sent.length = 0
    expect(outcome(await ann.call(`POST ${path}/${id}/redeliver`))).toBe('409 delivery.stopped')
    await service.advance({ hours: 1 })
    expect(service.sent).toEqual([])
  })

  it('404 delivery.not.found for an unknown delivery and one of another subscription', async () => {
    const { ann, path } = await createDelivery()
    const other = await createDelivery()
    for (const id of [UNKNOWN_ID, other.id]) {
      const reply = await ann.call(`POST ${path}/${id}/redeliver`)
      expect(outcome(reply)).toBe('404 delivery.not.found')
    }
  })

  it('404 subscription.not.found after the subscription was deleted', async () => {
    const { ann, path, subscription, id } = await createDelivery()
    await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`)
    const reply = await ann.call(`POST ${path}/${id}/redeliver`)
    expect(outcome(reply)).toBe('404 subscription.not.found')
  })

  it('404 subscription.not.found when a concurrent request deletes the subscription first, and nothing is sent', async () => {
    const { ann, path, subscription, id } = await createDelivery()
    service.sent.length = 0
    const replies = await raceResults(service.db, queuesLock, [
      () => ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`),
      () => ann.call(`POST ${path}/${id}/redeliver`),
    ])
    expect(replies.map(outcome)).toEqual(['204', '404 subscription.not.found'])
    await service.settle()
    expect(service.sent).toEqual([])
  })
})
