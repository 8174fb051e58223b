import { describe, expect, it } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import { decideDocument } from '../../verification/index.ts'
import { sendDocument } from '../../verification/test/verification-fixtures.ts'
import {
  closesBalance,
  listsOrders,
  newestDetails,
  opensBalance,
  orderDetails,
  payFee,
} from './fixtures.ts'

describe('account-details.create-order', () => {
  const service = testService()
  const balanceLock = (balanceId: number) => rowLock('balances', { id: balanceId })
  /** Counts the sets of account details that were issued, ended ones included. */
  const countSets = async ({ personal }: Person, currency: string) => {
    const text =
      'select count(*)::int as n from account_details where profile_id = $1 and currency = $2'
    return (await service.db.pool.query<{ n: number }>(text, [personal, currency])).rows[0]?.n
  }

  it('D54: 200 DONE for a verified person; the account details are issued, and the event has the order', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'EUR')
    const reply = await orderDetails(ann, 'EUR')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: expect.any(String),
      status: 'DONE',
      currency: 'EUR',
      requirements: [{ type: 'VERIFICATION', status: 'DONE' }],
      creationTime: '2026-01-05T10:00:00.000000Z',
      modificationTime: '2026-01-05T10:00:00.000000Z',
    })
    expect(await newestDetails(ann, 'EUR')).toMatchObject({ status: 'ACTIVE' })
    const events = await eventsAbout(service, `account-details-order:${reply.body.id}`)
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        creation_time: '2026-01-05T10:00:00Z',
        currency: 'EUR',
        is_account_details_issued: true,
        modification_time: '2026-01-05T10:00:00Z',
        order_id: reply.body.id,
        order_status: 'DONE',
        profile_id: ann.personal,
        requirements: [{ status: 'DONE', type: 'VERIFICATION' }],
      },
    ])
  })

  it('D42: 200 PENDING_USER while the profile is not verified; the verification makes the order DONE', async () => {
    const ann = await service.createUser({ verified: false })
    await opensBalance(ann, 'GBP')
    const order = await ok(orderDetails(ann, 'GBP'))
    expect(order).toMatchObject({
      status: 'PENDING_USER',
      requirements: [{ type: 'VERIFICATION', status: 'PENDING_USER' }],
    })
    expect(await newestDetails(ann, 'GBP')).toMatchObject({ id: null })
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await listsOrders(ann)).toMatchObject([{ id: order.id, status: 'DONE' }])
    expect(await newestDetails(ann, 'GBP')).toMatchObject({ status: 'ACTIVE' })
    const events = await eventsAbout(service, `account-details-order:${order.id}`)
    expect(events.map(({ payload }) => payload['order_status'])).toEqual(['PENDING_USER', 'DONE'])
  })

  it('D54: 200 with the open order of the currency when there is one', async () => {
    const ann = await service.createUser({ verified: false })
    await opensBalance(ann, 'GBP')
    await opensBalance(ann, 'USD')
    const first = await ok(orderDetails(ann, 'GBP'))
    expect(await ok(orderDetails(ann, 'GBP'))).toEqual(first)
    expect((await ok(orderDetails(ann, 'USD'))).id).not.toBe(first.id)
    expect(await listsOrders(ann)).toHaveLength(2)
  })

  it('D54: 200 PENDING_TW while a document of the profile waits, and PENDING_USER once it is refused', async () => {
    const ann = await service.createUser({ verified: false })
    await opensBalance(ann, 'GBP')
    const { id } = await ok(orderDetails(ann, 'GBP'))
    await ok(sendDocument(ann))
    await service.settle()
    expect(await listsOrders(ann)).toMatchObject([
      { id, status: 'PENDING_TW', requirements: [{ status: 'PENDING_TW' }] },
    ])
    await opensBalance(ann, 'EUR')
    expect(await ok(orderDetails(ann, 'EUR'))).toMatchObject({ status: 'PENDING_TW' })
    await service.db.transact((tx) =>
      decideDocument(tx, { profileId: ann.personal, type: 'PASSPORT' }, 'refuse', service.now()),
    )
    await service.settle()
    expect(await listsOrders(ann)).toMatchObject([
      { status: 'PENDING_USER' },
      { status: 'PENDING_USER' },
    ])
    const events = await eventsAbout(service, `account-details-order:${id}`)
    expect(events.map(({ payload }) => payload['order_status'])).toEqual([
      'PENDING_USER',
      'PENDING_TW',
      'PENDING_USER',
    ])
    expect(await service.settle()).toBe(0)
  })

  it('D54a: an order of a business also requires a fee', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'GBP', ann.business)
    expect(await ok(orderDetails(ann, 'GBP', ann.business))).toMatchObject({
      status: 'PENDING_USER',
      requirements: [
        { type: 'VERIFICATION', status: 'DONE' },
        { type: 'TOP_UP', status: 'PENDING_USER' },
      ],
    })
  })

  it('422 account-details.balance.missing at orderId for the fee of an order whose balance was closed', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'GBP', ann.business)
    const { id } = await ok(orderDetails(ann, 'GBP', ann.business))
    await ok(ann.call(`DELETE /v4/profiles/${ann.business}/balances/${balance}`))
    const { status, body } = await payFee(ann, id, ann.business)
    expect([status, body.errors]).toMatchObject([
      422,
      [{ code: 'account-details.balance.missing', path: 'orderId', arguments: ['GBP'] }],
    ])
  })

  it('400 for a body without a currency', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST /v1/profiles/${ann.personal}/account-details-orders`, {
      body: {},
    })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'currency'])
  })

  it('422 account-details.currency.not-supported for a currency without account details, a code in lower case and an unknown code', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'SEK')
    for (const currency of ['SEK', 'eur', 'XXX'])
      expect(outcome(await orderDetails(ann, currency))).toBe(
        '422 account-details.currency.not-supported',
      )
  })

  it('422 account-details.balance.missing without an open STANDARD balance', async () => {
    const ann = await service.createUser()
    await opensJar(ann, 'GBP')
    expect(outcome(await orderDetails(ann, 'GBP'))).toBe('422 account-details.balance.missing')
    await closesBalance(ann, await opensBalance(ann, 'GBP'))
    expect(outcome(await orderDetails(ann, 'GBP'))).toBe('422 account-details.balance.missing')
    expect(await listsOrders(ann)).toEqual([])
  })

  it('gap 642: 422 account-details.limit for a sixth set of account details in a currency, also when the other five ended with their balance', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'NZD')
    for (let n = 0; n < 5; n++) await ok(orderDetails(ann, 'NZD'))
    expect(outcome(await orderDetails(ann, 'NZD'))).toBe('422 account-details.limit')
    await closesBalance(ann, balance)
    await opensBalance(ann, 'NZD')
    expect(outcome(await orderDetails(ann, 'NZD'))).toBe('422 account-details.limit')
    expect(await listsOrders(ann)).toHaveLength(5)
  })

  it('two concurrent orders of a profile that is not verified: 200 with the same order', async () => {
    const ann = await service.createUser({ verified: false })
    const balance = await opensBalance(ann, 'GBP')
    const both = await raceResults(service.db, balanceLock(balance), [
      () => orderDetails(ann, 'GBP'),
      () => orderDetails(ann, 'GBP'),
    ])
    expect(both.map(outcome)).toEqual(['200', '200'])
    const ids = both.map((reply) => reply.body.id)
    expect(ids[0]).toEqual(expect.any(String))
    expect(ids[1]).toBe(ids[0])
    expect(await listsOrders(ann)).toHaveLength(1)
  })

  it('two concurrent orders when one more set of account details is allowed: 200 for one, and 422 account-details.limit for the other', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'GBP')
    for (let n = 0; n < 4; n++) await ok(orderDetails(ann, 'GBP'))
    const both = await raceResults(service.db, balanceLock(balance), [
      () => orderDetails(ann, 'GBP'),
      () => orderDetails(ann, 'GBP'),
    ])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['200', '422 account-details.limit'])
    expect(await countSets(ann, 'GBP')).toBe(5)
  })

  it('422 account-details.balance.missing for an order that waited while the balance was closed', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'GBP')
    const close = () => ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balance}`)
    const both = await raceResults(service.db, balanceLock(balance), [
      close,
      () => orderDetails(ann, 'GBP'),
    ])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['200', '422 account-details.balance.missing'])
    expect(await countSets(ann, 'GBP')).toBe(0)
  })

  it('D53: an order whose balance was closed proceeds with the next balance of the currency', async () => {
    const ann = await service.createUser({ verified: false })
    const balance = await opensBalance(ann, 'GBP')
    await ok(orderDetails(ann, 'GBP'))
    await closesBalance(ann, balance)
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await listsOrders(ann)).toMatchObject([{ status: 'PENDING_USER' }])
    const next = await opensBalance(ann, 'GBP')
    await service.settle()
    expect(await listsOrders(ann)).toMatchObject([{ status: 'DONE' }])
    expect(await newestDetails(ann, 'GBP')).toMatchObject({ balanceId: next })
  })
})

describe('D86: account-details.create-order in live mode', () => {
  const service = testService({ mode: 'live' })

  it('200 PENDING_TW with REQUIREMENTS_FULFILLED in the event, because no issuer is connected', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'GBP')
    const order = await ok(orderDetails(ann, 'GBP'))
    expect(order).toMatchObject({
      status: 'PENDING_TW',
      requirements: [{ type: 'VERIFICATION', status: 'DONE' }],
    })
    const [event] = await eventsAbout(service, `account-details-order:${order.id}`)
    expect(event?.payload).toMatchObject({
      order_status: 'REQUIREMENTS_FULFILLED',
      is_account_details_issued: false,
    })
    await service.settle()
    expect(await service.settle()).toBe(0)
    expect(await ok(orderDetails(ann, 'GBP'))).toEqual(order)
    expect(await newestDetails(ann, 'GBP')).toMatchObject({ id: null, status: 'AVAILABLE' })
  })
})
