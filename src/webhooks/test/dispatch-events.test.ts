import { afterEach, describe, expect, it } from 'vitest'
import { ok } from '../../../test/support/transfers.ts'
import { hasSubscriber } from '../index.ts'
import {
  dispatchEvents,
  recordStates,
  replyWith,
  signingService,
  subscribe,
  subscribeApplication,
  summariesOfSent,
} from './webhook-fixtures.ts'

const service = signingService()
afterEach(() => {
  service.sent.length = 0
})

describe('D119: dispatching an event', () => {
  const countUndispatched = async () => {
    const { rows } = await service.db.pool.query(
      'select id from events where dispatched_at is null',
    )
    return rows.length
  }

  it('marks the event as dispatched when there is no subscription, and a later subscription does not receive it', async () => {
    const ann = await service.createUser()
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    expect([service.sent, await countUndispatched()]).toEqual([[], 0])
    await subscribe(service, ann)
    await service.settle()
    expect(service.sent).toEqual([])
  })

  it('reaches the subscriptions of the same profile to the same event only', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const ids = [await subscribe(service, ann), await subscribe(service, ann)]
    await subscribe(service, ann, { trigger_on: 'transfers#refund', version: '1.0.0' })
    await subscribe(service, ben)
    await recordStates(service, ann.personal, 2, 'processing')
    await recordStates(service, ann.business, 3, 'processing')
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['2 processing', '2 processing'])
    const subscriptionIds = service.sent.map(({ body }) => JSON.parse(body).subscription_id)
    expect(subscriptionIds.sort()).toEqual(ids.sort())
  })

  it('reaches the application that signed the user up, once for each profile', async () => {
    const [app, other] = [await service.createClient(), await service.createClient()]
    const id = await subscribeApplication(app)
    await subscribeApplication(other)
    const ann = await service.createUser({ applicationId: app.applicationId })
    await recordStates(service, ann.personal, 4, 'processing')
    await recordStates(service, ann.business, 5, 'processing')
    await service.settle()
    expect(summariesOfSent(service).sort()).toEqual(['4 processing', '5 processing'])
    const subscriptionIds = service.sent.map(({ body }) => JSON.parse(body).subscription_id)
    expect(subscriptionIds).toEqual([id, id])
  })

  it('reaches an application only while the user grants it access', async () => {
    const app = await service.createClient()
    await subscribeApplication(app)
    const ann = await service.createUser()
    await recordStates(service, ann.personal, 6, 'before')
    await service.settle()
    const grant = (revokedAt: string | null) =>
      service.db.pool.query(
        `insert into grants (application_id, user_id, created_at, revoked_at)
         values ($1, $2, now(), $3)
         on conflict (application_id, user_id) do update set revoked_at = excluded.revoked_at`,
        [app.applicationId, ann.userId, revokedAt],
      )
    await grant(null)
    await recordStates(service, ann.personal, 6, 'during')
    await service.settle()
    await grant(service.now().toString())
    await recordStates(service, ann.personal, 6, 'after')
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['6 during'])
  })

  it('sends each event once and in order when there is more than one batch', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    // 30 transfers with 40 events each are 1,200 events; a batch has at most 1,000.
    const states = Array.from({ length: 40 }, (_, i) => `s${i}`)
    for (let id = 100; id < 130; id++) await recordStates(service, ann.personal, id, ...states)
    await service.settle()
    expect(new Set(summariesOfSent(service)).size).toBe(1200)
    expect(service.sent.length).toBe(1200)
    for (let id = 100; id < 130; id++)
      expect(summariesOfSent(service).filter((summary) => summary.startsWith(`${id} `))).toEqual(
        states.map((state) => `${id} ${state}`),
      )
  })

  describe('D34: events whose ids do not ascend with their numbers', () => {
    /** Writes the events of a transfer in this order; each state is the number of its event. */
    const writeEvents = async (profileId: number, transferId: number, numbers: number[]) => {
      for (const number of numbers)
        await service.db.pool.query(
          `insert into events (profile_id, name, subject, number, payload, occurred_at)
           values ($1, 'transfers#state-change', $2, $3, $4, $5)`,
          [
            profileId,
            `transfer:${transferId}`,
            number,
            { resource: { id: transferId }, current_state: `${number}` },
            service.now().toString(),
          ],
        )
    }

    it('are sent in the order of their numbers', async () => {
      const ann = await service.createUser()
      await subscribe(service, ann)
      await writeEvents(ann.personal, 50, [3, 1, 2])
      await service.settle()
      expect(summariesOfSent(service)).toEqual(['50 1', '50 2', '50 3'])
    })

    it('are all sent when an event with a higher number was dispatched first', async () => {
      const ann = await service.createUser()
      await subscribe(service, ann)
      for (const number of [2, 3, 1]) {
        await writeEvents(ann.personal, 51, [number])
        await dispatchEvents(service)
      }
      await service.settle()
      expect(summariesOfSent(service)).toEqual(['51 2', '51 1', '51 3'])
    })

    it('are all sent when an event with a higher number is already in flight', async () => {
      const ann = await service.createUser()
      await subscribe(service, ann)
      service.respondWith(async (sent) => {
        if (sent.body.includes('"current_state":"2"') && summariesOfSent(service).length === 1) {
          await writeEvents(ann.personal, 52, [3, 1])
          await dispatchEvents(service)
        }
        return replyWith(200)
      })
      await writeEvents(ann.personal, 52, [2])
      await service.settle()
      expect(summariesOfSent(service)).toEqual(['52 2', '52 1', '52 3'])
    })
  })
})

it('D119: hasSubscriber is true exactly when a subscription would receive the event', async () => {
  const app = await service.createClient()
  const [ann, ben] = [
    await service.createUser(),
    await service.createUser({ applicationId: app.applicationId }),
  ]
  const isSubscribed = (profileId: typeof ann.personal) =>
    hasSubscriber(service.db.reader, profileId, 'transfers#refund')
  expect([await isSubscribed(ann.personal), await isSubscribed(ben.personal)]).toEqual([
    false,
    false,
  ])
  const refund = { trigger_on: 'transfers#refund', version: '1.0.0' }
  const mine = await subscribe(service, ann, refund)
  await subscribeApplication(app, refund)
  expect([await isSubscribed(ann.personal), await isSubscribed(ann.business)]).toEqual([
    true,
    false,
  ])
  expect([await isSubscribed(ben.personal), await isSubscribed(ben.business)]).toEqual([true, true])
  await ok(ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${mine}`))
  await ok(ben.call(`DELETE /v1/user/grants/${app.clientKey}`))
  expect([await isSubscribed(ann.personal), await isSubscribed(ben.personal)]).toEqual([
    false,
    false,
  ])
})
