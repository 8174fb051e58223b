import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { availableOn, opensJar } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import {
  getsDetails,
  importPayment,
  opensBalance,
  orderDetails,
  payFee,
  returnPayment,
  sendSwiftPayment,
} from './fixtures.ts'

describe('account-details.return-payment', () => {
  const service = testService()

  /** Makes a payment of 10.00 arrive. */
  const receivesPayment = async (ann: Person, currency = 'EUR') => {
    const details = await getsDetails(ann, currency)
    const { id } = await ok(importPayment(ann, currency, 10))
    return { paymentId: id as number, balanceId: details.balanceId }
  }
  /** Adds 50.00 EUR to the balance. */
  const topsUpEuro = (ann: Person, balanceId: number) => {
    const money = { profileId: ann.personal, balanceId, currency: 'EUR', amount: 50 }
    return ok(ann.call('POST /v1/simulation/balance/topup', { body: money }))
  }
  const countReturns = async ({ personal }: Person) => {
    const text = 'select count(*)::int as n from payment_returns where profile_id = $1'
    return (await service.db.pool.query<{ n: number }>(text, [personal])).rows[0]?.n
  }

  it('201 with the id of the return; the money leaves the balance, with the event REFUNDED and a debit event', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    const reply = await returnPayment(ann, paymentId, { reason: 'CUSTOMER_REQUEST' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(await availableOn(ann, balanceId)).toBe(0)
    const events = await eventsAbout(service, `account-details-payment:${paymentId}`)
    const states = events.map(({ payload }) => [
      payload['previous_state'],
      payload['current_state'],
    ])
    expect(states).toEqual([
      [null, 'PROCESSING'],
      ['PROCESSING', 'COMPLETED'],
      ['COMPLETED', 'REFUNDED'],
    ])
    const last = (await eventsAbout(service, `balance:${balanceId}`)).at(-1)
    expect(last?.payload).toMatchObject({
      transaction_type: 'debit',
      amount: 10,
      post_transaction_balance_amount: 0,
      transfer_reference: String(paymentId),
    })
  })

  it('201 without a body for a local payment, which needs no reason', async () => {
    const ann = await service.createUser()
    const { paymentId } = await receivesPayment(ann)
    expect(outcome(await returnPayment(ann, paymentId))).toBe('201')
  })

  it('400 error.payment-return.invalid for a SWIFT payment without a reason; 201 with a reason', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'GBP')
    const { id } = await ok(sendSwiftPayment(ann, 'GBP', 10))
    expect(outcome(await returnPayment(ann, id, {}))).toBe('400 error.payment-return.invalid')
    expect(outcome(await returnPayment(ann, id, { reason: 'CLOSED_ACCOUNT' }))).toBe('201')
  })

  it('400 error.payment-return.invalid for an unknown reason, even of a local payment, which needs no reason', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    for (const reason of ['customer_request', 'UNKNOWN', ''])
      expect(outcome(await returnPayment(ann, paymentId, { reason }))).toBe(
        '400 error.payment-return.invalid',
      )
    expect(await availableOn(ann, balanceId)).toBe(10)
  })

  it('404 error.payment.not-found with the ids, for an unknown payment and a payment of another user; 404 not.found for the profile of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { paymentId } = await receivesPayment(bob)
    for (const id of [999_999, paymentId]) {
      const reply = await returnPayment(ann, id, { reason: 'nonsense' })
      expect(outcome(reply)).toBe('404 error.payment.not-found')
      expect(reply.body.errors[0].message).toContain(`${id}`)
      expect(reply.body.errors[0].message).toContain(`${ann.personal}`)
    }
    expect(outcome(await returnPayment(ann, paymentId, {}, bob.personal))).toBe('404 not.found')
    expect(await countReturns(bob)).toBe(0)
  })

  it('409 error.payment-return.exists for a payment that was returned, once its reason is valid; no money moves', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    await topsUpEuro(ann, balanceId)
    await ok(returnPayment(ann, paymentId))
    expect(outcome(await returnPayment(ann, paymentId))).toBe('409 error.payment-return.exists')
    // The reason is checked before the state (D56).
    expect(outcome(await returnPayment(ann, paymentId, { reason: 'no' }))).toBe(
      '400 error.payment-return.invalid',
    )
    expect(await availableOn(ann, balanceId)).toBe(50)
  })

  it('409 error.payment-return.exists for a payment that is not credited yet', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    await service.db.pool.query('update profiles set verified = false where id = $1', [
      ann.personal,
    ])
    const { id } = await ok(importPayment(ann, 'EUR', 10))
    expect(outcome(await returnPayment(ann, id))).toBe('409 error.payment-return.exists')
  })

  it('422 balance.insufficient-funds once a part of the money was used; 201 once it is back on the balance', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    const jar = await opensJar(ann, 'EUR')
    const move = (value: number, sourceBalanceId: number, targetBalanceId: number) =>
      ok(
        ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
          body: { amount: { value, currency: 'EUR' }, sourceBalanceId, targetBalanceId },
          headers: { 'x-idempotence-uuid': randomUUID() },
        }),
      )
    await move(0.01, balanceId, jar)
    expect(outcome(await returnPayment(ann, paymentId))).toBe('422 balance.insufficient-funds')
    expect(await availableOn(ann, balanceId)).toBe(9.99)
    await move(0.01, jar, balanceId)
    expect(outcome(await returnPayment(ann, paymentId))).toBe('201')
  })

  it('422 profile.owes while the profile owes money', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'GBP', -1, 1)`,
      [ann.personal],
    )
    expect(outcome(await returnPayment(ann, paymentId))).toBe('422 profile.owes')
    expect(await availableOn(ann, balanceId)).toBe(10)
    await service.db.pool.query(`delete from ledger_accounts where account = 'owed'`)
  })

  it('422 account-details.balance.missing when the balance was closed; 201 once the next STANDARD balance has the money', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    await service.db.pool.query(
      `update balances set state = 'CLOSED' where profile_id = $1 and id = $2`,
      [ann.personal, balanceId],
    )
    expect(outcome(await returnPayment(ann, paymentId))).toBe('422 account-details.balance.missing')
    const next = await opensBalance(ann, 'EUR')
    expect(outcome(await returnPayment(ann, paymentId))).toBe('422 balance.insufficient-funds')
    await topsUpEuro(ann, next)
    await ok(returnPayment(ann, paymentId))
    expect(await availableOn(ann, next)).toBe(40)
  })

  it('201 for one of two concurrent returns, and 409 error.payment-return.exists for the other', async () => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    await topsUpEuro(ann, balanceId)
    const lock = rowLock('incoming_payments', { profile_id: ann.personal, id: paymentId })
    const both = await raceResults(service.db, lock, [
      () => returnPayment(ann, paymentId),
      () => returnPayment(ann, paymentId),
    ])
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(['201', '409 error.payment-return.exists'])
    expect(await availableOn(ann, balanceId)).toBe(50)
    expect(await countReturns(ann)).toBe(1)
  })

  it.each([
    ['closing', ['409 balance.not-empty', '201']],
    ['return', ['201', '200']],
  ])('concurrent closing and return: when the %s comes first, %j', async (first, expected) => {
    const ann = await service.createUser()
    const { paymentId, balanceId } = await receivesPayment(ann)
    const lock = rowLock('balances', { profile_id: ann.personal, id: balanceId })
    const close = () => ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balanceId}`)
    const racers = [close, () => returnPayment(ann, paymentId)]
    if (first === 'return') racers.reverse()
    const both = await raceResults(service.db, lock, racers)
    const outcomes = both.map(outcome)
    expect(outcomes).toEqual(expected)
    expect(await countReturns(ann)).toBe(1)
  })

  it('201 for a payment of the business profile, and 404 error.payment.not-found for the same payment under the personal profile', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'EUR', 100, ann.business)
    const order = await ok(orderDetails(ann, 'EUR', ann.business))
    await ok(payFee(ann, order.id, ann.business))
    const { id } = await ok(importPayment(ann, 'EUR', 10, { profile: ann.business }))
    expect(outcome(await returnPayment(ann, id))).toBe('404 error.payment.not-found')
    expect(outcome(await returnPayment(ann, id, {}, ann.business))).toBe('201')
  })
})
