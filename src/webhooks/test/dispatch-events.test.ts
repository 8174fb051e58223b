import { afterEach, describe, expect, it } from 'vitest'
import { runAll } from '../../app/worker/workers.ts'
import { hasSubscriber } from '../index.ts'
import { arrived, happens, signingHouse, subscribe, subscribeAll } from './webhook-fixtures.ts'

describe('who is told of an event', () => {
  const h = signingHouse()
  afterEach(() => {
    h.sent.length = 0
  })

  const undispatched = async () => {
    const { rows } = await h.db.pool.query('select id from events where dispatched_at is null')
    return rows.length
  }

  it('nobody, when nobody subscribed; the event is done with all the same', async () => {
    const ann = await h.user()
    await happens(h, ann.personal, 1, 'processing')
    await h.settle()
    expect([h.sent, await undispatched()]).toEqual([[], 0])
    await subscribe(h, ann)
    await h.settle()
    expect(h.sent).toEqual([])
  })

  it('each subscription of the profile to this event, and no other profile', async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const ids = [await subscribe(h, ann), await subscribe(h, ann)]
    await subscribe(h, ann, { trigger_on: 'transfers#refund', version: '1.0.0' })
    await subscribe(h, ben)
    await happens(h, ann.personal, 2, 'processing')
    await happens(h, ann.business, 3, 'processing')
    await h.settle()
    expect(arrived(h)).toEqual(['2 processing', '2 processing'])
    const told = h.sent.map(({ body }) => JSON.parse(body).subscription_id)
    expect(told.sort()).toEqual(ids.sort())
  })

  it('the application that signed the user up, once, for each of its profiles', async () => {
    const [app, other] = [await h.client(), await h.client()]
    const id = await subscribeAll(app)
    await subscribeAll(other)
    const ann = await h.user({ applicationId: app.applicationId })
    await happens(h, ann.personal, 4, 'processing')
    await happens(h, ann.business, 5, 'processing')
    await h.settle()
    expect(arrived(h).sort()).toEqual(['4 processing', '5 processing'])
    expect(JSON.parse(h.sent[0]?.body ?? '{}').subscription_id).toBe(id)
  })

  it('an application with a grant of the user, until the grant is revoked', async () => {
    const app = await h.client()
    await subscribeAll(app)
    const ann = await h.user()
    await happens(h, ann.personal, 6, 'before')
    await h.settle()
    const grant = (revokedAt: string | null) =>
      h.db.pool.query(
        `insert into grants (application_id, user_id, created_at, revoked_at)
         values ($1, $2, now(), $3)
         on conflict (application_id, user_id) do update set revoked_at = excluded.revoked_at`,
        [app.applicationId, ann.userId, revokedAt],
      )
    await grant(null)
    await happens(h, ann.personal, 6, 'during')
    await h.settle()
    await grant(h.now().toString())
    await happens(h, ann.personal, 6, 'after')
    await h.settle()
    expect(arrived(h)).toEqual(['6 during'])
  })

  it('is known beforehand', async () => {
    const app = await h.client()
    const [ann, ben] = [await h.user(), await h.user({ applicationId: app.applicationId })]
    const about = (profileId: typeof ann.personal) =>
      hasSubscriber(h.db.reader, profileId, 'transfers#refund')
    expect([await about(ann.personal), await about(ben.personal)]).toEqual([false, false])
    const refund = { trigger_on: 'transfers#refund', version: '1.0.0' }
    const mine = await subscribe(h, ann, refund)
    await subscribeAll(app, refund)
    expect([await about(ann.personal), await about(ann.business)]).toEqual([true, false])
    expect([await about(ben.personal), await about(ben.business)]).toEqual([true, true])
    await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${mine}`)
    expect(await about(ann.personal)).toBe(false)
  })

  it('takes more events than one batch holds, all of them once', async () => {
    const ann = await h.user()
    await subscribe(h, ann)
    const states = Array.from({ length: 40 }, (_, i) => `s${i}`)
    for (let id = 100; id < 130; id++) await happens(h, ann.personal, id, ...states)
    await h.settle()
    expect(new Set(arrived(h)).size).toBe(1200)
    expect(h.sent.length).toBe(1200)
    for (let id = 100; id < 130; id++)
      expect(arrived(h).filter((told) => told.startsWith(`${id} `))).toEqual(
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
      expect(arrived(h)).toEqual(['50 1', '50 2', '50 3'])
    })

    it('are all sent when a later one was dispatched first', async () => {
      const ann = await h.user()
      await subscribe(h, ann)
      for (const number of [2, 3, 1]) {
        await write(ann.personal, 51, [number])
        await dispatch()
      }
      await h.settle()
      expect(arrived(h)).toEqual(['51 2', '51 1', '51 3'])
    })

    it('are all sent when a later one is out already', async () => {
      const ann = await h.user()
      await subscribe(h, ann)
      h.answer(async (sent) => {
        if (sent.body.includes('"current_state":"2"') && arrived(h).length === 1) {
          await write(ann.personal, 52, [3, 1])
          await dispatch()
        }
        return { status: 200, headers: {}, elapsedMs: 1 }
      })
      await write(ann.personal, 52, [2])
      await h.settle()
      expect(arrived(h)).toEqual(['52 2', '52 1', '52 3'])
    })
  })
})
