import { afterEach, describe, expect, it } from 'vitest'
import { runAll } from '../../app/worker/workers.ts'
import { hasSubscriber } from '../index.ts'
import {
  received,
  recordStates,
  signingService,
  subscribe,
  subscribeApplication,
} from './webhook-fixtures.ts'

describe('D119: the subscriptions that receive an event', () => {
  const h = signingService()
  afterEach(() => {
    h.sent.length = 0
  })

  const undispatched = async () => {
    const { rows } = await h.db.pool.query('select id from events where dispatched_at is null')
    return rows.length
  }

  it('are none when nobody has subscribed; the event is dispatched all the same', async () => {
    const ann = await h.user()
    await recordStates(h, ann.personal, 1, 'processing')
    await h.settle()
    expect([h.sent, await undispatched()]).toEqual([[], 0])
    await subscribe(h, ann)
    await h.settle()
    expect(h.sent).toEqual([])
  })

  it('are those of the profile to this event, and of no other profile', async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const ids = [await subscribe(h, ann), await subscribe(h, ann)]
    await subscribe(h, ann, { trigger_on: 'transfers#refund', version: '1.0.0' })
    await subscribe(h, ben)
    await recordStates(h, ann.personal, 2, 'processing')
    await recordStates(h, ann.business, 3, 'processing')
    await h.settle()
    expect(received(h)).toEqual(['2 processing', '2 processing'])
    const results = h.sent.map(({ body }) => JSON.parse(body).subscription_id)
    expect(results.sort()).toEqual(ids.sort())
  })

  it('include the application that signed the user up, once for each profile', async () => {
    const [app, other] = [await h.client(), await h.client()]
    const id = await subscribeApplication(app)
    await subscribeApplication(other)
    const ann = await h.user({ applicationId: app.applicationId })
    await recordStates(h, ann.personal, 4, 'processing')
    await recordStates(h, ann.business, 5, 'processing')
    await h.settle()
    expect(received(h).sort()).toEqual(['4 processing', '5 processing'])
    expect(JSON.parse(h.sent[0]?.body ?? '{}').subscription_id).toBe(id)
  })

  it('include an application with a grant of the user until it is revoked', async () => {
    const app = await h.client()
    await subscribeApplication(app)
    const ann = await h.user()
    await recordStates(h, ann.personal, 6, 'before')
    await h.settle()
    const grant = (revokedAt: string | null) =>
      h.db.pool.query(
        `insert into grants (application_id, user_id, created_at, revoked_at)
         values ($1, $2, now(), $3)
         on conflict (application_id, user_id) do update set revoked_at = excluded.revoked_at`,
        [app.applicationId, ann.userId, revokedAt],
      )
    await grant(null)
    await recordStates(h, ann.personal, 6, 'during')
    await h.settle()
    await grant(h.now().toString())
    await recordStates(h, ann.personal, 6, 'after')
    await h.settle()
    expect(received(h)).toEqual(['6 during'])
  })

  it('hasSubscriber returns whether there are any', async () => {
    const app = await h.client()
    const [ann, ben] = [await h.user(), await h.user({ applicationId: app.applicationId })]
    const about = (profileId: typeof ann.personal) =>
      hasSubscriber(h.db.reader, profileId, 'transfers#refund')
    expect([await about(ann.personal), await about(ben.personal)]).toEqual([false, false])
    const refund = { trigger_on: 'transfers#refund', version: '1.0.0' }
    const mine = await subscribe(h, ann, refund)
    await subscribeApplication(app, refund)
    expect([await about(ann.personal), await about(ann.business)]).toEqual([true, false])
    expect([await about(ben.personal), await about(ben.business)]).toEqual([true, true])
    await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${mine}`)
    expect(await about(ann.personal)).toBe(false)
  })

  it('receive each event once when there are more than one batch', async () => {
    const ann = await h.user()
    await subscribe(h, ann)
    const states = Array.from({ length: 40 }, (_, i) => `s${i}`)
    for (let id = 100; id < 130; id++) await recordStates(h, ann.personal, id, ...states)
    await h.settle()
    expect(new Set(received(h)).size).toBe(1200)
    expect(h.sent.length).toBe(1200)
    for (let id = 100; id < 130; id++)
      expect(received(h).filter((results) => results.startsWith(`${id} `))).toEqual(
        states.map((state) => `${id} ${state}`),
      )
  })

  describe('D34: events whose ids do not ascend with their numbers', () => {
    /** Writes the events of a transfer in this order; each state is the number of its event. */
    const write = async (profileId: number, transferId: number, numbers: number[]) => {
      for (const number of numbers)
        await h.db.pool.query(
          `insert into events (profile_id, name, subject, number, payload, occurred_at)
           values ($1, 'transfers#state-change', $2, $3, $4, $5)`,
          [
            profileId,
            `transfer:${transferId}`,
            number,
            { resource: { id: transferId }, current_state: `${number}` },
            h.now().toString(),
          ],
        )
    }
    const dispatch = () => {
      const sweeps = h.workerContext.sweeps.filter(({ name }) => name === 'webhooks.dispatch')
      return runAll({ ...h.workerContext, sweeps }, h.now())
    }

    it('are sent in the order of their numbers', async () => {
      const ann = await h.user()
      await subscribe(h, ann)
      await write(ann.personal, 50, [3, 1, 2])
      await h.settle()
      expect(received(h)).toEqual(['50 1', '50 2', '50 3'])
    })

    it('are all sent when a later one was dispatched first', async () => {
      const ann = await h.user()
      await subscribe(h, ann)
      for (const number of [2, 3, 1]) {
        await write(ann.personal, 51, [number])
        await dispatch()
      }
      await h.settle()
      expect(received(h)).toEqual(['51 2', '51 1', '51 3'])
    })

    it('are all sent when a later one is out already', async () => {
      const ann = await h.user()
      await subscribe(h, ann)
      h.answer(async (sent) => {
        if (sent.body.includes('"current_state":"2"') && received(h).length === 1) {
          await write(ann.personal, 52, [3, 1])
          await dispatch()
        }
        return { status: 200, headers: {}, elapsedMs: 1 }
      })
      await write(ann.personal, 52, [2])
      await h.settle()
      expect(received(h)).toEqual(['52 2', '52 1', '52 3'])
    })
  })
})
