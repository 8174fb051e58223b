// The limits of the number of cards that a profile may order (D78).

import { describe, expect, it } from 'vitest'
import { race, raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  cardStatusOf,
  counterLock,
  faultsOf,
  ordersCard,
  physical,
  placeOrder,
  readsOrder,
  setOrderStatus,
} from './card-order-fixtures.ts'

describe('the limits of card-orders.create', () => {
  const service = testService()

  it('D78: 422 card-order.limit for the fourth virtual card of a day; the count starts again with the next day in UTC', async () => {
    const ann = await service.createUser()
    for (let n = 1; n <= 3; n++) await ordersCard(ann)
    expect(faultsOf(await placeOrder(ann))).toEqual([422, 'card-order.limit program'])
    await ordersCard(ann, physical)
    // The orders above were placed at 10:00 UTC.
    await service.advance({ hours: 13, minutes: 59 })
    expect(outcome(await placeOrder(ann))).toBe('422 card-order.limit')
    await service.advance({ minutes: 1 })
    await ordersCard(ann)
  })

  it('D78: an order that is cancelled without a card is not counted; a card that is blocked still counts for the day', async () => {
    const ann = await service.createUser({ verified: false })
    const orders = [await ordersCard(ann), await ordersCard(ann), await ordersCard(ann)]
    for (const { id } of orders) await ok(setOrderStatus(ann, id, 'CANCELLED'))
    const issued = [await ordersCard(ann), await ordersCard(ann), await ordersCard(ann)]
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    await service.settle()
    const { cardToken } = await readsOrder(ann, issued[0]?.id ?? 0)
    await service.db.pool.query(`update cards set status = 'BLOCKED' where token = $1`, [cardToken])
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
    expect(outcome(await placeOrder(ann))).toBe('422 card-order.limit')
  })
})

describe('card-orders.create with low limits', () => {
  const service = testService({
    settings: { cardLimits: { virtual: 2, physical: 1, virtualPerDay: 100 } },
  })

  it('D78: 422 card-order.limit when cards and orders without a card reach the limit of their type; BLOCKED cards do not count', async () => {
    const ann = await service.createUser()
    await ordersCard(ann)
    await service.settle()
    await ordersCard(ann)
    expect(outcome(await placeOrder(ann))).toBe('422 card-order.limit')
    await ordersCard(ann, physical)
    expect(outcome(await placeOrder(ann, physical))).toBe('422 card-order.limit')
    await service.settle()
    expect(outcome(await placeOrder(ann))).toBe('422 card-order.limit')
    await service.db.pool.query(`update cards set status = 'BLOCKED' where profile_id = $1`, [
      ann.personal,
    ])
    await ordersCard(ann)
    await ordersCard(ann, physical)
  })

  it('of two concurrent orders for the last card that the limit allows, one is placed, and one gets 422 card-order.limit', async () => {
    const ann = await service.createUser()
    await ordersCard(ann)
    const orderLastCard = async () => outcome(await placeOrder(ann))
    const replies = await raceResults(service.db, counterLock(ann), [orderLastCard, orderLastCard])
    expect(replies).toEqual(['200', '422 card-order.limit'])
  })

  it('an order whose card is issued while another order is placed is counted once', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann)
    const [, second] = await race<unknown>(service.db, counterLock(ann), [
      () => service.settle(),
      () => placeOrder(ann),
    ])
    expect(second).toMatchObject({ value: { status: 200 } })
    expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
    expect(outcome(await placeOrder(ann))).toBe('422 card-order.limit')
  })

  it('the numbers of orders that are placed concurrently have no gaps', async () => {
    const ann = await service.createUser()
    await ordersCard(ann)
    await raceResults(service.db, counterLock(ann), [
      () => ordersCard(ann),
      () => ordersCard(ann, physical),
    ])
    const { rows } = await service.db.pool.query(
      'select number from card_orders where profile_id = $1 order by number',
      [ann.personal],
    )
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3])
  })
})
