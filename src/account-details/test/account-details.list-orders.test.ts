import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { listsOrders, opensBalance, orderDetails } from './fixtures.ts'

describe('account-details.list-orders', () => {
  const service = testService()

  it('200 with the orders of the profile, oldest first', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(await listsOrders(ann)).toEqual([])
    const orders: unknown[] = []
    for (const currency of ['USD', 'EUR', 'GBP']) {
      await opensBalance(ann, currency)
      orders.push(await ok(orderDetails(ann, currency)))
      await service.advance({ seconds: 1 })
    }
    await opensBalance(bob, 'EUR')
    await ok(orderDetails(bob, 'EUR'))
    expect(await listsOrders(ann)).toEqual(orders)
  })

  it('D88: 200 with the orders of one currency, also in version 3', async () => {
    const ann = await service.createUser()
    for (const currency of ['USD', 'EUR']) {
      await opensBalance(ann, currency)
      await ok(orderDetails(ann, currency))
    }
    for (const version of ['v1', 'v3']) {
      const route = `GET /${version}/profiles/${ann.personal}/account-details-orders`
      expect(await ok(ann.call(route))).toHaveLength(2)
      expect(await ok(ann.call(`${route}?currency=EUR`))).toMatchObject([{ currency: 'EUR' }])
      expect(await ok(ann.call(`${route}?currency=GBP`))).toEqual([])
    }
  })
})
