import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  activatesCard,
  cardStatusOf,
  ordersCard,
  ordersIssuedCard,
  ordersPath,
  physical,
  readsOrder,
  reportedStatuses,
  setOrderStatus,
  simulateOrder,
} from './card-order-fixtures.ts'

describe('card-orders.get', () => {
  const service = testService()

  it('D77: 200 with a COMPLETED virtual order and its ACTIVE card, which has the fields of the order; an event reported each move', async () => {
    const ann = await service.createUser()
    const order = await ordersIssuedCard(service, ann)
    expect(order.status).toBe('COMPLETED')
    expect(order.cardToken).toMatch(/^[\da-f-]{36}$/)
    expect(await cardStatusOf(service, order.cardToken)).toBe('ACTIVE')
    expect(await reportedStatuses(service, order.id)).toEqual([
      'REQUIREMENTS_FULFILLED',
      'CARD_DETAILS_CREATED',
      'COMPLETED',
    ])
    const { rows } = await service.db.pool.query(
      `select lifetime_limit::text as limit, card_holder_name as holder, billing_address ->> 'city' as city
         from cards where token = $1`,
      [order.cardToken],
    )
    expect(rows).toEqual([{ limit: '100000', holder: 'Nora Sample', city: 'London' }])
  })

  it('D77: 200 with CARD_DETAILS_CREATED and an INACTIVE card for a physical order', async () => {
    const ann = await service.createUser()
    const order = await ordersIssuedCard(service, ann, physical)
    expect(order.status).toBe('CARD_DETAILS_CREATED')
    expect(await cardStatusOf(service, order.cardToken)).toBe('INACTIVE')
  })

  it('D77: 200 with COMPLETED as soon as the physical card is active, before and after the sweep reports it', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    await activatesCard(ann, cardToken)
    expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
    expect(await reportedStatuses(service, id)).not.toContain('COMPLETED')
    await service.settle()
    expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
    expect(await reportedStatuses(service, id)).toContain('COMPLETED')
    expect(await service.settle()).toBe(0)
  })

  it('D78a: 200 with an estimate that moves with each day while the order waits, and stays once it is fulfilled', async () => {
    const ann = await service.createUser({ verified: false })
    const { id, deliveryEstimate } = await ordersCard(ann, physical)
    expect(deliveryEstimate).toBe('2026-01-14T00:00:00.000Z')
    await service.advance({ hours: 24 })
    expect((await readsOrder(ann, id))['deliveryEstimate']).toBe('2026-01-15T00:00:00.000Z')
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    await service.advance({ hours: 24 })
    expect((await readsOrder(ann, id))['deliveryEstimate']).toBe('2026-01-15T00:00:00.000Z')
  })

  it('gap 705: 200 with the estimate at the cancellation for an order that was cancelled in PLACED', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await ordersCard(ann, physical)
    await service.advance({ hours: 24 })
    const { deliveryEstimate } = await readsOrder(ann, id)
    await ok(setOrderStatus(ann, id, 'CANCELLED'))
    await service.advance({ hours: 72 })
    expect((await readsOrder(ann, id))['deliveryEstimate']).toBe(deliveryEstimate)
  })

  it.each([
    ['US', { postCode: '10001', state: 'NY' }, 'Sample Courier'],
    ['DE', { postCode: '10117' }, null],
  ])(
    'D78a: 200 for a produced physical card sent to %s %j with the delivery vendor %s, also in the event',
    async (country, more, vendor) => {
      const ann = await service.createUser()
      const address = { firstLine: '1 High Street', city: 'Town', country, ...more }
      const order = await ordersIssuedCard(service, ann, { ...physical, address })
      expect(order['deliveryDetails']).toBeNull()
      await ok(simulateOrder(ann, order.id, 'produced'))
      expect(await readsOrder(ann, order.id)).toMatchObject({
        status: 'PRODUCED',
        deliveryDetails: vendor === null ? null : { deliveryVendor: vendor },
      })
      const { rows } = await service.db.pool.query(
        `select payload ->> 'delivery_vendor' as vendor from events
        where subject = $1 order by number desc limit 1`,
        [`card-order:${order.id}`],
      )
      expect(rows[0]?.vendor).toBe(vendor)
    },
  )

  it('200 with a Brazilian address both in its fields and as address lines', async () => {
    const ann = await service.createUser()
    const address = {
      address: 'Avenida Paulista',
      addressNumber: '1578',
      district: 'Bela Vista',
      city: 'São Paulo',
      postCode: '01310-200',
      state: 'sp',
      country: 'br',
    }
    const { id } = await ordersCard(ann, { address })
    expect((await readsOrder(ann, id))['address']).toEqual({
      firstLine: 'Avenida Paulista, 1578',
      secondLine: null,
      thirdLine: 'Bela Vista',
      city: 'São Paulo',
      postCode: '01310200',
      state: 'SP',
      country: 'BR',
      address: 'Avenida Paulista',
      addressNumber: '1578',
      district: 'Bela Vista',
    })
  })

  it('404 card-order.not-found for an unknown order, and for an order of the other profile of the user or of another user; 404 not.found for the profile of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await ordersCard(ann)
    const outcomeOf = async (by: typeof ann, profileId: number, orderId: number) => {
      const reply = await by.call(`GET ${ordersPath(profileId)}/${orderId}`)
      return outcome(reply)
    }
    expect(await outcomeOf(ann, ann.personal, id + 1000)).toBe('404 card-order.not-found')
    expect(await outcomeOf(ann, ann.business, id)).toBe('404 card-order.not-found')
    expect(await outcomeOf(bob, bob.personal, id)).toBe('404 card-order.not-found')
    expect(await outcomeOf(bob, ann.personal, id)).toBe('404 not.found')
  })
})
