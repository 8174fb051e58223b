import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { ordersCard, ordersPath, readsOrder } from './card-order-fixtures.ts'

describe('card-orders.list', () => {
  const service = testService({
    settings: { cardLimits: { virtual: 99, physical: 99, virtualPerDay: 99 } },
  })

  it('200 with pages of ten orders or of pageSize orders, oldest first, and the number of all orders of the profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const ids: number[] = []
    for (let n = 1; n <= 12; n++) ids.push((await ordersCard(ann)).id)
    await ordersCard(bob)
    const listIds = async (query: Record<string, string> = {}) => {
      const { totalCount, cardOrders } = await ok(
        ann.call(`GET ${ordersPath(ann.personal)}`, { query }),
      )
      expect(totalCount).toBe(12)
      return cardOrders.map(({ id }: { id: number }) => id)
    }
    expect(await listIds()).toEqual(ids.slice(0, 10))
    expect(await listIds({ pageNumber: '2' })).toEqual(ids.slice(10))
    expect(await listIds({ pageNumber: '3' })).toEqual([])
    expect(await listIds({ pageSize: '100', pageNumber: '1' })).toEqual(ids)
    expect(await listIds({ pageSize: '11', pageNumber: '2' })).toEqual(ids.slice(11))
    expect(await listIds({ pageNumber: String(Number.MAX_SAFE_INTEGER), pageSize: '100' })).toEqual(
      [],
    )
  })

  it('200 with an empty page for a profile without orders; each order as GET shows it', async () => {
    const ann = await service.createUser()
    const route = `GET ${ordersPath(ann.personal)}`
    expect(await ok(ann.call(route))).toEqual({ totalCount: 0, cardOrders: [] })
    const { id } = await ordersCard(ann)
    await service.settle()
    const { cardOrders } = await ok(ann.call(route))
    expect(cardOrders).toEqual([await readsOrder(ann, id)])
  })

  it.each([
    { pageSize: '9' },
    { pageSize: '101' },
    { pageSize: 'ten' },
    { pageNumber: '0' },
    { pageNumber: '1.5' },
    { pageNumber: '9007199254740992' },
  ])('400 for %j', async (query) => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET ${ordersPath(ann.personal)}`, { query })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, Object.keys(query)[0]])
  })
})
