import { describe, expect, it } from 'vitest'
import { callWithApproval, setsPin } from '../../../test/support/approvals.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { defaultSettings } from '../../app/settings.ts'
import type { Id } from '../../kernel/ids.ts'
import { changeOrder } from '../moves/change-status.ts'
import {
  activatesCard,
  cardStatusOf,
  orderLock,
  ordersCard,
  ordersIssuedCard,
  ordersPath,
  physical,
  readsOrder,
  reportedStatuses,
  setOrderStatus,
  simulateOrder,
} from './card-order-fixtures.ts'

describe('card-orders.change-status', () => {
  const service = testService()
  const CONFLICT = '409 card-order.status.conflict'
  const cardStatusEvents = async (token: string | null) =>
    (
      await service.db.pool.query(
        `select payload ->> 'card_status' as status, payload ->> 'changed_by' as by from events e
           join cards c on e.subject = 'card:' || c.id and e.profile_id = c.profile_id
          where c.token = $1 order by e.number`,
        [token],
      )
    ).rows

  it('202 with an empty reply when an order that waits for verification is cancelled, with one event; a repetition changes nothing', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await ordersCard(ann)
    const reply = await setOrderStatus(ann, id, 'CANCELLED')
    expect([reply.status, reply.text]).toEqual([202, ''])
    expect((await setOrderStatus(ann, id, 'CANCELLED')).status).toBe(202)
    expect(await reportedStatuses(service, id)).toEqual(['PLACED', 'CANCELLED'])
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    await service.settle()
    expect(await readsOrder(ann, id)).toMatchObject({ status: 'CANCELLED', cardToken: null })
  })

  it('202 cancels a fulfilled order before its card is issued, and no card is issued', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann)
    await ok(setOrderStatus(ann, id, 'CANCELLED'))
    await service.settle()
    expect(await readsOrder(ann, id)).toMatchObject({ status: 'CANCELLED', cardToken: null })
  })

  it.each([[[]], [['produced']]])(
    'Facts 12: 202 cancels the order of an issued physical card after the simulations %j, and blocks the card',
    async (states) => {
      const ann = await service.createUser()
      const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
      for (const state of states) await ok(simulateOrder(ann, id, state))
      await ok(setOrderStatus(ann, id, 'CANCELLED'))
      expect((await readsOrder(ann, id)).status).toBe('CANCELLED')
      expect(await cardStatusEvents(cardToken)).toEqual([
        { status: 'INACTIVE', by: 'internal_system' },
        { status: 'BLOCKED', by: 'personal' },
      ])
    },
  )

  it('202 cancels the order of a card that is already blocked', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    await service.db.pool.query(`update cards set status = 'BLOCKED' where token = $1`, [cardToken])
    await ok(setOrderStatus(ann, id, 'CANCELLED'))
    expect((await readsOrder(ann, id)).status).toBe('CANCELLED')
  })

  it('D77a: 202 COMPLETED activates the physical card, before and after production; a repetition changes nothing', async () => {
    const ann = await service.createUser()
    for (const states of [[], ['produced']]) {
      const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
      for (const state of states) await ok(simulateOrder(ann, id, state))
      await ok(setOrderStatus(ann, id, 'COMPLETED'))
      expect((await setOrderStatus(ann, id, 'COMPLETED')).status).toBe(202)
      expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
      expect(await cardStatusOf(service, cardToken)).toBe('ACTIVE')
      const reported = await reportedStatuses(service, id)
      expect(reported.filter((each) => each === 'COMPLETED')).toHaveLength(1)
      expect(reported.at(-1)).toBe('COMPLETED')
      await service.settle()
      expect(await reportedStatuses(service, id)).toEqual(reported)
    }
  })

  it('D63: 403 with a challenge for COMPLETED once the user has a factor, 202 with its approval; 202 for CANCELLED without approval', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const refused = await setOrderStatus(ann, id, 'COMPLETED')
    expect([refused.status, refused.headers['x-2fa-approval-result']]).toEqual([403, 'REJECTED'])
    expect(await cardStatusOf(service, cardToken)).toBe('INACTIVE')
    const route = `PUT ${ordersPath(ann.personal)}/${id}/status`
    const approved = await callWithApproval(ann, route, { body: { status: 'COMPLETED' } }, 'PIN')
    expect(approved.status).toBe(202)
    expect(await cardStatusOf(service, cardToken)).toBe('ACTIVE')
    expect((await setOrderStatus(ann, id, 'COMPLETED')).status).toBe(202)
    const other = await ordersIssuedCard(service, ann, physical)
    expect((await setOrderStatus(ann, other.id, 'CANCELLED')).status).toBe(202)
  })

  it('409 card-order.status.conflict for COMPLETED before the card is issued, and when the card is blocked', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann, physical)
    expect(outcome(await setOrderStatus(ann, id, 'COMPLETED'))).toBe(CONFLICT)
    await service.settle()
    const { cardToken } = await readsOrder(ann, id)
    await service.db.pool.query(`update cards set status = 'BLOCKED' where token = $1`, [cardToken])
    expect(outcome(await setOrderStatus(ann, id, 'COMPLETED'))).toBe(CONFLICT)
    expect((await readsOrder(ann, id)).status).toBe('CARD_DETAILS_CREATED')
  })

  it('Facts 12: 409 card-order.status.conflict for CANCELLED after COMPLETED, and for both statuses after RETURNED; the card keeps its status', async () => {
    const ann = await service.createUser()
    const virtual = await ordersIssuedCard(service, ann)
    expect(outcome(await setOrderStatus(ann, virtual.id, 'CANCELLED'))).toBe(CONFLICT)
    expect(await cardStatusOf(service, virtual.cardToken)).toBe('ACTIVE')
    const returned = await ordersIssuedCard(service, ann, physical)
    await ok(simulateOrder(ann, returned.id, 'produced'))
    await ok(simulateOrder(ann, returned.id, 'returned'))
    expect(outcome(await setOrderStatus(ann, returned.id, 'CANCELLED'))).toBe(CONFLICT)
    expect(outcome(await setOrderStatus(ann, returned.id, 'COMPLETED'))).toBe(CONFLICT)
    expect(await cardStatusOf(service, returned.cardToken)).toBe('BLOCKED')
  })

  it('D77: 409 card-order.status.conflict for CANCELLED once the card is active, before the sweep has completed the order', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    await service.db.pool.query(
      `update cards set status = 'ACTIVE', activated_at = now() where token = $1`,
      [cardToken],
    )
    expect(outcome(await setOrderStatus(ann, id, 'CANCELLED'))).toBe(CONFLICT)
    expect(await cardStatusOf(service, cardToken)).toBe('ACTIVE')
  })

  it('D77: a cancellation that waits while the holder activates the card is refused, and the card stays ACTIVE', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const cancel = () =>
      service.db.transact((tx) =>
        changeOrder(tx, {
          profileId: ann.personal,
          orderId: id as Id<'card-order'>,
          move: 'cancel',
          changedBy: 'personal',
          now: service.now(),
          settings: defaultSettings,
        }),
      )
    const outcomes = await race<unknown>(service.db, orderLock(id), [
      cancel,
      async () => {
        await activatesCard(ann, cardToken)
        return cancel()
      },
    ])
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
      expect.stringContaining('card-order.status.conflict'),
      expect.stringContaining('card-order.status.conflict'),
    ])
    expect(await cardStatusOf(service, cardToken)).toBe('ACTIVE')
  })

  it('400 at status for a status that a customer cannot set', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann)
    const { status, body } = await setOrderStatus(ann, id, 'PRODUCED')
    expect([status, body.errors]).toMatchObject([400, [{ path: 'status' }]])
  })

  it('404 not.found for the profile of another user, and 404 card-order.not-found for an order of another user, which keeps its status', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await ordersCard(ann)
    const inOthersProfile = setOrderStatus({ ...bob, personal: ann.personal }, id, 'CANCELLED')
    expect(outcome(await inOthersProfile)).toBe('404 not.found')
    const withOthersId = setOrderStatus(bob, id, 'CANCELLED')
    expect(outcome(await withOthersId)).toBe('404 card-order.not-found')
    expect((await readsOrder(ann, id)).status).toBe('REQUIREMENTS_FULFILLED')
  })

  it('a cancellation before the concurrent issue of the card prevents the issue', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann, physical)
    const [reply] = await race<unknown>(service.db, orderLock(id), [
      () => setOrderStatus(ann, id, 'CANCELLED'),
      () => service.settle(),
    ])
    expect(reply).toMatchObject({ value: { status: 202 } })
    expect(await readsOrder(ann, id)).toMatchObject({ status: 'CANCELLED', cardToken: null })
  })

  it('a cancellation after the concurrent issue of the card blocks the card', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann, physical)
    const [, reply] = await race<unknown>(service.db, orderLock(id), [
      () => service.settle(),
      () => setOrderStatus(ann, id, 'CANCELLED'),
    ])
    expect(reply).toMatchObject({ value: { status: 202 } })
    const { status, cardToken } = await readsOrder(ann, id)
    expect([status, await cardStatusOf(service, cardToken)]).toEqual(['CANCELLED', 'BLOCKED'])
  })

  it.each([
    ['COMPLETED', 'BLOCKED', [202, 200], ['COMPLETED', 'BLOCKED']],
    ['BLOCKED', 'COMPLETED', [200, 409], ['CARD_DETAILS_CREATED', 'BLOCKED']],
  ])(
    'an order is set to COMPLETED and its card to BLOCKED concurrently: %s before %s gets %j, and leaves order and card %j',
    async (first, second, statuses, states) => {
      const ann = await service.createUser()
      const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
      const lock = rowLock('cards', { token: cardToken })
      const changes: Record<string, () => Promise<{ status: number }>> = {
        COMPLETED: () => setOrderStatus(ann, id, 'COMPLETED'),
        BLOCKED: () =>
          ann.call(`PUT /v3/spend/profiles/${ann.personal}/cards/${cardToken}/status`, {
            body: { status: 'BLOCKED' },
          }),
      }
      const racers = [first, second].flatMap((name) => changes[name] ?? [])
      const replies = await race(service.db, lock, racers)
      expect(replies).toMatchObject(statuses.map((status) => ({ value: { status } })))
      expect([(await readsOrder(ann, id)).status, await cardStatusOf(service, cardToken)]).toEqual(
        states,
      )
    },
  )

  it('two concurrent cancellations are both accepted, and one event reports them', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann)
    const cancel = () => setOrderStatus(ann, id, 'CANCELLED')
    const replies = await race(service.db, orderLock(id), [cancel, cancel])
    expect(replies).toMatchObject([{ value: { status: 202 } }, { value: { status: 202 } }])
    expect(await reportedStatuses(service, id)).toEqual(['REQUIREMENTS_FULFILLED', 'CANCELLED'])
  })
})
