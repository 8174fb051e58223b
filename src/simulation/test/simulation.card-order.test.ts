import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  cardStatusOf,
  orderLock,
  ordersCard,
  ordersIssuedCard,
  physical,
  readsOrder,
  reportedStatuses,
  setOrderStatus,
  simulateOrder,
} from '../../card-orders/test/card-order-fixtures.ts'

describe('simulation.card-order', () => {
  const service = testService()
  const CONFLICT = '409 card-order.status.conflict'

  it('D77: 200 produced, then returned, each with an event; a returned card is blocked', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const produced = await simulateOrder(ann, id, 'produced')
    expect([produced.status, produced.body.status]).toEqual([200, 'PRODUCED'])
    expect(await cardStatusOf(service, cardToken)).toBe('INACTIVE')
    const returned = await simulateOrder(ann, id, 'returned')
    expect([returned.status, returned.body]).toEqual([200, await readsOrder(ann, id)])
    expect(returned.body.status).toBe('RETURNED')
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
    expect(await reportedStatuses(service, id)).toEqual([
      'REQUIREMENTS_FULFILLED',
      'CARD_DETAILS_CREATED',
      'PRODUCED',
      'RETURNED',
    ])
  })

  it('200 for a repeated request, which changes nothing', async () => {
    const ann = await service.createUser()
    const { id } = await ordersIssuedCard(service, ann, physical)
    for (const state of ['produced', 'produced', 'returned', 'returned'])
      await ok(simulateOrder(ann, id, state))
    expect(await reportedStatuses(service, id)).toHaveLength(4)
  })

  it('409 card-order.status.conflict before the card is issued, for a virtual card, and for a return without production', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann, physical)
    const refused = await simulateOrder(ann, id, 'produced')
    expect([outcome(refused), refused.body.errors[0].path]).toEqual([CONFLICT, 'state'])
    await service.settle()
    expect(outcome(await simulateOrder(ann, id, 'returned'))).toBe(CONFLICT)
    const virtual = await ordersIssuedCard(service, ann)
    expect(outcome(await simulateOrder(ann, virtual.id, 'produced'))).toBe(CONFLICT)
    expect(outcome(await simulateOrder(ann, virtual.id, 'returned'))).toBe(CONFLICT)
  })

  it('409 card-order.status.conflict for a return of an activated or cancelled card', async () => {
    const ann = await service.createUser()
    for (const status of ['COMPLETED', 'CANCELLED']) {
      const { id } = await ordersIssuedCard(service, ann, physical)
      await ok(simulateOrder(ann, id, 'produced'))
      await ok(setOrderStatus(ann, id, status))
      expect(outcome(await simulateOrder(ann, id, 'returned'))).toBe(CONFLICT)
    }
  })

  it('409 card-order.status.conflict for an activation concurrent with an earlier return', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    await ok(simulateOrder(ann, id, 'produced'))
    const replies = await raceResults(service.db, orderLock(id), [
      () => simulateOrder(ann, id, 'returned'),
      () => setOrderStatus(ann, id, 'COMPLETED'),
    ])
    expect(replies.map(outcome)).toEqual(['200', CONFLICT])
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
  })

  it("400 for a state other than produced and returned, 404 card-order.not-found for another user's order, 404 not.found at another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await ordersIssuedCard(service, ann, physical)
    expect((await simulateOrder(ann, id, 'completed')).status).toBe(400)
    expect(outcome(await simulateOrder(bob, id, 'produced'))).toBe('404 card-order.not-found')
    const stolen = simulateOrder({ ...bob, personal: ann.personal }, id, 'produced')
    expect(outcome(await stolen)).toBe('404 not.found')
  })
})
