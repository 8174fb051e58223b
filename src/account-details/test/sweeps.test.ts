import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { completeWaitingPayments } from '../payments/complete-payment.ts'
import {
  closesBalance,
  getsDetails,
  importPayment,
  listsOrders,
  newestDetails,
  opensBalance,
  orderDetails,
} from './fixtures.ts'

describe('D42: the sweeps release orders and payments that the verification did not release', () => {
  const service = testService()
  /** Changes the verification of all profiles of the user in SQL, so only the sweeps can release orders and payments. */
  const setVerified = ({ userId }: Person, verified: boolean) =>
    service.db.pool.query('update profiles set verified = $2 where user_id = $1', [
      userId,
      verified,
    ])

  it('an order is DONE after the sweep, and unchanged before the verification', async () => {
    const ann = await service.createUser({ verified: false })
    await opensBalance(ann, 'GBP')
    await ok(orderDetails(ann, 'GBP'))
    await service.settle()
    expect(await listsOrders(ann)).toMatchObject([{ status: 'PENDING_USER' }])
    await setVerified(ann, true)
    await service.settle()
    expect(await listsOrders(ann)).toMatchObject([{ status: 'DONE' }])
    expect(await newestDetails(ann, 'GBP')).toMatchObject({ status: 'ACTIVE' })
    expect(await service.settle()).toBe(0)
  })

  it('the sweep credits each payment once', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await setVerified(ann, false)
    await ok(importPayment(ann, 'EUR', 10))
    await ok(importPayment(ann, 'EUR', 5))
    await setVerified(ann, true)
    await service.settle()
    expect(await availableOn(ann, details.balanceId)).toBe(15)
    expect(await service.settle()).toBe(0)
  })

  it('a payment whose balance was closed meanwhile is credited to a new STANDARD balance', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await setVerified(ann, false)
    await ok(importPayment(ann, 'EUR', 10))
    await closesBalance(ann, details.balanceId)
    await setVerified(ann, true)
    await service.settle()
    const balances = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))
    expect(balances).toMatchObject([{ currency: 'EUR', amount: { value: 10 } }])
    expect(balances[0].id).not.toBe(details.balanceId)
  })

  it('two concurrent runs credit a payment once', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    await setVerified(ann, false)
    const { id } = await ok(importPayment(ann, 'EUR', 10))
    await setVerified(ann, true)
    const lock = rowLock('incoming_payments', { profile_id: ann.personal, id })
    const completePayment = () =>
      service.db.transact((tx) => completeWaitingPayments(tx, ann.personal, service.now(), id))
    const both = await race(service.db, lock, [completePayment, completePayment])
    expect(both.map((each) => each.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await availableOn(ann, details.balanceId)).toBe(10)
  })

  it('an order of a business that owes the fee stays PENDING_USER, and is moved only once', async () => {
    const ann = await service.createUser({ verified: false })
    await opensBalance(ann, 'GBP', ann.business)
    await ok(orderDetails(ann, 'GBP', ann.business))
    await setVerified(ann, true)
    await service.settle()
    expect(await listsOrders(ann, ann.business)).toMatchObject([
      { status: 'PENDING_USER', requirements: [{ status: 'DONE' }, { status: 'PENDING_USER' }] },
    ])
    expect(await service.settle()).toBe(0)
  })
})
