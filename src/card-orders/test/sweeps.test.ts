import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { ordersCard, readsOrder, reportedStatuses } from './card-order-fixtures.ts'

describe('orders that wait for a verification', () => {
  const service = testService()

  it('D42: are fulfilled in the transaction that verifies the profile, and get their cards', async () => {
    const ann = await service.createUser({ verified: false })
    const [first, second] = [await ordersCard(ann), await ordersCard(ann)]
    await service.settle()
    expect((await readsOrder(ann, first.id)).status).toBe('PLACED')
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect((await readsOrder(ann, first.id)).status).toBe('REQUIREMENTS_FULFILLED')
    await service.settle()
    for (const { id } of [first, second]) {
      expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
      expect(await reportedStatuses(service, id)).toEqual([
        'PLACED',
        'REQUIREMENTS_FULFILLED',
        'CARD_DETAILS_CREATED',
        'COMPLETED',
      ])
    }
  })

  it('D42: are fulfilled by the sweep when the profile is verified, and stay PLACED when the profile is not', async () => {
    const [ann, bob] = [
      await service.createUser({ verified: false }),
      await service.createUser({ verified: false }),
    ]
    const [anns, bobs] = [await ordersCard(ann), await ordersCard(bob)]
    await service.db.pool.query('update profiles set verified = true where id = $1', [ann.personal])
    await service.settle()
    expect((await readsOrder(ann, anns.id)).status).toBe('COMPLETED')
    expect((await readsOrder(bob, bobs.id)).status).toBe('PLACED')
    expect(await service.settle()).toBe(0)
  })

  it('D42: are fulfilled when they are placed concurrently with the verification', async () => {
    const ann = await service.createUser({ verified: false })
    const places = () => ordersCard(ann)
    const verifies = () => ok(ann.call('POST /v1/simulation/verify-profile'))
    const lock = rowLock('profiles', { id: ann.personal })
    const [before, , after] = await raceResults(service.db, lock, [places, verifies, places])
    await service.settle()
    for (const { id } of [before, after])
      expect((await readsOrder(ann, id)).status).toBe('COMPLETED')
  })
})
