import { afterEach, describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import {
  deliveryOf,
  onlySent,
  queuesLock,
  recordStates,
  replyWith,
  signingService,
  subscribe,
  UNKNOWN,
} from './webhook-fixtures.ts'

describe('webhooks.redeliver-for-profile', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  const delivered = async (status = 200) => {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    service.respondWith(() => replyWith(status))
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const path = `/v3/profiles/${ann.personal}/subscriptions/${subscription}/deliveries`
    return { ann, subscription, path, id: (await deliveryOf(ann, subscription)).delivery_id }
  }

  it('200 sends the same bytes, signatures and id again', async () => {
    const { ann, subscription, path, id } = await delivered()
    const first = onlySent(service)
    service.sent.length = 0
    await service.advance({ hours: 1 })
    const { status, body } = await ann.call(`POST ${path}/${id}/redeliver`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ delivery_id: id, state: 'RETRYING', attempts: 0 })
    await service.settle()
    const again = onlySent(service)
    expect(again.body).toBe(first.body)
    for (const name of ['X-Delivery-Id', 'X-Signature', 'X-Signature-SHA256', 'webhook-id'])
      expect(again.headers[name]).toBe(first.headers[name])
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'DELIVERED', attempts: 1 })
  })

  it('200 begins one new series for a delivery that was given up', async () => {
    const { ann, subscription, path, id } = await delivered(410)
    await service.advance({ minutes: 3 })
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
    service.sent.length = 0
    expect((await ann.call(`POST ${path}/${id}/redeliver`)).status).toBe(200)
    await service.advance({ hours: 48 })
    expect(service.sent.length).toBe(3)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
  })

  it('200 begins one new series also while the last attempt of the old one is out', async () => {
    const { ann, subscription, path, id } = await delivered(410)
    await service.advance({ minutes: 1 })
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'RETRYING', attempts: 2 })
    service.sent.length = 0
    const out = Promise.withResolvers<void>()
    const late = Promise.withResolvers<ReturnType<typeof replyWith>>()
    service.respondWith(() => {
      out.resolve()
      return late.promise
    })
    const advanced = service.advance({ minutes: 2 })
    await out.promise
    expect((await ann.call(`POST ${path}/${id}/redeliver`)).status).toBe(200)
    late.resolve(replyWith(410))
    await advanced
    await service.advance({ hours: 48 })
    // The late one, and the three of the new series.
    expect(service.sent.length).toBe(4)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'FAILED', attempts: 3 })
  })

  it('200 does not wait for the next retry of a delivery that has one', async () => {
    const { ann, subscription, path, id } = await delivered(500)
    await service.advance({ hours: 3 })
    service.respondWith(() => replyWith(200))
    service.sent.length = 0
    await ann.call(`POST ${path}/${id}/redeliver`)
    await service.settle()
    expect(service.sent.length).toBe(1)
    expect(await deliveryOf(ann, subscription)).toMatchObject({ state: 'DELIVERED' })
  })

  it('409 delivery.queued for one that was not attempted yet', async () => {
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
    const { status, body } = await ann.call(`POST ${path}/${rows[0]?.id}/redeliver`)
    expect([status, body.errors[0].code]).toEqual([409, 'delivery.queued'])
  })

  it('404 delivery.not.found for one that is unknown or of another subscription', async () => {
    const { ann, path } = await delivered()
    const other = await delivered()
    for (const id of [UNKNOWN, other.id]) {
      const { status, body } = await ann.call(`POST ${path}/${id}/redeliver`)
      expect([status, body.errors[0].code]).toEqual([404, 'delivery.not.found'])
    }
  })

  it('404 subscription.not.found once the subscription is deleted', async () => {
    const { ann, path, subscription, id } = await delivered()
    await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`)
    const { status, body } = await ann.call(`POST ${path}/${id}/redeliver`)
    expect([status, body.errors[0].code]).toEqual([404, 'subscription.not.found'])
  })

  it('404 when the subscription is being deleted: nothing goes out to it any more', async () => {
    const { ann, path, subscription, id } = await delivered()
    service.sent.length = 0
    const results = await race(service.db, queuesLock, [
      () => ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`),
      () => ann.call(`POST ${path}/${id}/redeliver`),
    ])
    expect(results.map((each) => each.status === 'fulfilled' && each.value.status)).toEqual([
      204, 404,
    ])
    await service.settle()
    expect(service.sent).toEqual([])
  })
})
