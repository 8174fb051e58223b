import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { countDeadlocks, raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import {
  importPayment,
  listsOrders,
  newestDetails,
  opensBalance,
  orderDetails,
  payFee,
} from '../../account-details/test/fixtures.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import { listPostings } from '../../ledger/index.ts'

describe('simulation.account-details-top-up', () => {
  const service = testService()
  const paysBusinessFee = (ann: Person, orderId: string) => payFee(ann, orderId, ann.business)
  /** A business with `amount` GBP on a balance, and an order that requires the fee of 16 GBP. */
  const ordersWithBalance = async (ann: Person, amount = 100) => {
    const balanceId =
      amount === 0
        ? await opensBalance(ann, 'GBP', ann.business)
        : await topsUp(ann, 'GBP', amount, ann.business)
    const order = await ok(orderDetails(ann, 'GBP', ann.business))
    return { balanceId, orderId: order.id as string }
  }

  it('200 DONE: the fee leaves the balance and the account details are issued (D54a)', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann)
    const reply = await paysBusinessFee(ann, orderId)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: orderId,
      status: 'DONE',
      requirements: [
        { type: 'VERIFICATION', status: 'DONE' },
        { type: 'TOP_UP', status: 'DONE' },
      ],
    })
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
    expect(await newestDetails(ann, 'GBP', ann.business)).toMatchObject({ status: 'ACTIVE' })
    const reference = `account-details-order:${orderId}`
    expect(await listPostings(service.db.reader, ann.business, reference)).toMatchObject([
      { journal: 'account-details-fee', to: 'fees', amountMinor: 1600n },
    ])
    const events = await eventsAbout(service, reference)
    expect(events.map(({ payload }) => payload['order_status'])).toEqual(['PENDING_USER', 'DONE'])
  })

  it('200 PENDING_USER while the business is not verified: the fee is paid, the verification is open', async () => {
    const ann = await service.createUser({ verified: false })
    const { orderId } = await ordersWithBalance(ann)
    expect(await ok(paysBusinessFee(ann, orderId))).toMatchObject({
      status: 'PENDING_USER',
      requirements: [{ status: 'PENDING_USER' }, { status: 'DONE' }],
    })
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await listsOrders(ann, ann.business)).toMatchObject([{ status: 'DONE' }])
  })

  it('D54a: the fee is due once for each currency', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann)
    await ok(paysBusinessFee(ann, orderId))
    const again = await ok(orderDetails(ann, 'GBP', ann.business))
    expect(again).toMatchObject({ status: 'DONE', requirements: [{}, { status: 'DONE' }] })
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
    await topsUp(ann, 'EUR', 100, ann.business)
    const euros = await ok(orderDetails(ann, 'EUR', ann.business))
    expect(euros.requirements[1]).toEqual({ type: 'TOP_UP', status: 'PENDING_USER' })
  })

  it('404 account-details-order.not-found for an unknown order, and for an order of another user or profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { orderId } = await ordersWithBalance(bob)
    for (const id of [orderId, randomUUID()])
      expect(outcome(await paysBusinessFee(ann, id))).toBe('404 account-details-order.not-found')
    expect(outcome(await payFee(bob, orderId))).toBe('404 account-details-order.not-found')
  })

  it('409 account-details-order.fee.not-due after the fee was paid, and for an order of a personal profile', async () => {
    const ann = await service.createUser({ verified: false })
    const { balanceId, orderId } = await ordersWithBalance(ann)
    await ok(paysBusinessFee(ann, orderId))
    expect(outcome(await paysBusinessFee(ann, orderId))).toBe(
      '409 account-details-order.fee.not-due',
    )
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
    await opensBalance(ann, 'GBP')
    const personalOrder = await ok(orderDetails(ann, 'GBP'))
    expect(outcome(await payFee(ann, personalOrder.id))).toBe(
      '409 account-details-order.fee.not-due',
    )
  })

  it('422 balance.insufficient-funds when the balance does not cover the fee, and nothing changes', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann, 15.99)
    expect(outcome(await paysBusinessFee(ann, orderId))).toBe('422 balance.insufficient-funds')
    expect(await availableOn(ann, balanceId, ann.business)).toBe(15.99)
    expect(await newestDetails(ann, 'GBP', ann.business)).toMatchObject({ id: null })
    expect(await listsOrders(ann, ann.business)).toMatchObject([
      { id: orderId, status: 'PENDING_USER', requirements: [{}, { status: 'PENDING_USER' }] },
    ])
  })

  it('422 account-details.balance.missing when the balance was closed', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann, 0)
    await ok(ann.call(`DELETE /v4/profiles/${ann.business}/balances/${balanceId}`))
    expect(outcome(await paysBusinessFee(ann, orderId))).toBe('422 account-details.balance.missing')
  })

  it('422 profile.owes while the profile owes money', async () => {
    const ann = await service.createUser()
    const { orderId } = await ordersWithBalance(ann)
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'EUR', -1, 1)`,
      [ann.business],
    )
    const reply = await paysBusinessFee(ann, orderId)
    await service.db.pool.query(`delete from ledger_accounts where account = 'owed'`)
    expect(outcome(reply)).toBe('422 profile.owes')
  })

  it('two concurrent payments of a fee: 200, and 409 account-details-order.fee.not-due for the later request', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann)
    const lock = rowLock('account_details_orders', { id: orderId })
    const both = await raceResults(service.db, lock, [
      () => paysBusinessFee(ann, orderId),
      () => paysBusinessFee(ann, orderId),
    ])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['200', '409 account-details-order.fee.not-due'])
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
  })

  it('a payment of a fee and a concurrent verification, which credits a payment that waited for it, do not deadlock', async () => {
    const ann = await service.createUser()
    const { balanceId, orderId } = await ordersWithBalance(ann)
    await ok(paysBusinessFee(ann, orderId))
    const setVerified = (verified: boolean) =>
      service.db.pool.query('update profiles set verified = $2 where user_id = $1', [
        ann.userId,
        verified,
      ])
    await setVerified(false)
    await ok(importPayment(ann, 'GBP', 10, { profile: ann.business }))
    const euros = await topsUp(ann, 'EUR', 100, ann.business)
    const next = await ok(orderDetails(ann, 'EUR', ann.business))
    const before = await countDeadlocks(service.db)
    const lock = rowLock('ledger_accounts', { account: `available:${euros}` })
    const pay = () => ok(paysBusinessFee(ann, next.id))
    const verify = () => ok(ann.call('POST /v1/simulation/verify-profile'))
    await raceResults(service.db, lock, [pay, verify])
    expect(await countDeadlocks(service.db)).toBe(before)
    expect(await availableOn(ann, balanceId, ann.business)).toBe(94)
    expect(await availableOn(ann, euros, ann.business)).toBe(80)
    const orders: { status: string }[] = await listsOrders(ann, ann.business)
    expect(orders.map(({ status }) => status)).toEqual(['DONE', 'DONE'])
  })

  it('concurrent payment of a fee and verification: the order is DONE and one set of account details is issued', async () => {
    const ann = await service.createUser({ verified: false })
    const { balanceId, orderId } = await ordersWithBalance(ann)
    const lock = rowLock('account_details_orders', { id: orderId })
    const verify = () => ok(ann.call('POST /v1/simulation/verify-profile'))
    const pay = () => ok(paysBusinessFee(ann, orderId))
    await raceResults(service.db, lock, [verify, pay])
    await service.settle()
    expect(await listsOrders(ann, ann.business)).toMatchObject([{ id: orderId, status: 'DONE' }])
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from account_details where profile_id = $1',
      [ann.business],
    )
    expect(rows).toEqual([{ n: 1 }])
    expect(await availableOn(ann, balanceId, ann.business)).toBe(84)
  })
})
