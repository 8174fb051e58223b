// GET /v1/sandbox/profiles/{profileId}/deliveries/{deliveryId}/attempts: the attempts to send a delivery.

import { expect, it } from 'vitest'
import { createsTransfer, ok, outcome } from '../../../test/support/transfers.ts'
import {
  deliveryOf,
  replyWith,
  signingService,
  subscribe,
  UNKNOWN_ID,
} from '../../webhooks/test/webhook-fixtures.ts'

const service = signingService()

const routeOf = (profileId: number, deliveryId: string) =>
  `GET /v1/sandbox/profiles/${profileId}/deliveries/${deliveryId}/attempts`

/** A delivery that has failed twice and was then sent again, when its receiver answered with 200. */
async function resendsFailedDelivery() {
  const ann = await service.createUser()
  const subscriptionId = await subscribe(service, ann)
  service.respondWith(() => replyWith(500))
  await createsTransfer(ann)
  await service.settle()
  service.respondWith(() => ({ failed: 'timeout after 5000 ms', elapsedMs: 5000 }))
  await service.advance({ minutes: 1 })
  service.respondWith(() => replyWith(200))
  const { delivery_id: id } = await deliveryOf(ann, subscriptionId)
  const path = `/v3/profiles/${ann.personal}/subscriptions/${subscriptionId}/deliveries/${id}`
  await ok(ann.call(`POST ${path}/redeliver`))
  await service.settle()
  return { ann, id }
}

it('gap 946: 200 lists the attempts before and after a redelivery, newest first', async () => {
  const { ann, id } = await resendsFailedDelivery()
  const attempts = await ok(ann.call(routeOf(ann.personal, id)))
  expect(attempts).toMatchObject([
    { attempt: 1, state: 'DELIVERED', status: 200, error: null, nextAttemptAt: null },
    { attempt: 2, state: 'RETRYING', status: null, error: 'timeout after 5000 ms' },
    { attempt: 1, state: 'RETRYING', status: 500, error: null },
  ])
  expect(attempts[1]).toMatchObject({
    at: expect.stringMatching(/Z$/),
    latencyMs: 5000,
    nextAttemptAt: expect.stringMatching(/Z$/),
  })
  expect(await ok(ann.call(routeOf(ann.personal, id.toUpperCase())))).toEqual(attempts)
})

it('200 lists nothing for an unknown delivery and for a delivery of another profile', async () => {
  const { id } = await resendsFailedDelivery()
  const eve = await service.createUser()
  expect(await ok(eve.call(routeOf(eve.personal, id)))).toEqual([])
  expect(await ok(eve.call(routeOf(eve.personal, UNKNOWN_ID)))).toEqual([])
})

it('404 not.found for the profile of another user', async () => {
  const { ann, id } = await resendsFailedDelivery()
  const eve = await service.createUser()
  expect(outcome(await eve.call(routeOf(ann.personal, id)))).toBe('404 not.found')
})
