import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { refundTransaction } from '../../card-transactions/index.ts'
import {
  authorises,
  clear,
  createsPayment,
  createsTerminal,
  eventsOf,
  listTransactions,
  moneyOf,
  readsTransaction,
  refund,
  usageMinorOf,
} from '../../card-transactions/test/terminal.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { worthNow } from '../../quotes/index.ts'
import { transactionLock } from './card-holder.ts'

describe('simulation.card-reversal-post-clearing', () => {
  const service = testService()

  async function createsCapturedPayment(value: number, currency = 'GBP') {
    await setsRate(service, 'EUR', '0.9')
    const created = await createsPayment(service, value, currency)
    await ok(clear(created.terminal, created.payment, value))
    return created
  }

  it('200 for an amount of 0 returns everything by a REFUND transaction, and the payment stays COMPLETED', async () => {
    const { ann, balance, terminal, payment } = await createsCapturedPayment(50)
    await ok(refund(terminal, payment, 0))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(5000)
    const { totalCount, transactions } = (await listTransactions(terminal)).body
    expect(totalCount).toBe(2)
    expect(transactions[0]).toMatchObject({
      type: 'REFUND',
      state: 'COMPLETED',
      transactionAmount: { amount: 50, currency: 'GBP' },
      debits: [],
      credit: { balanceId: balance, creditedAmount: { amount: 50, currency: 'GBP' } },
      originalTransactionId: String(payment.id),
      balanceTransactionId: null,
    })
    expect((await readsTransaction(terminal, payment.id)).state).toBe('COMPLETED')
    const [event] = await eventsOf(service, Number(transactions[0].id))
    expect(event).toMatchObject({
      transaction_type: 'REFUND',
      transaction_step_type: 'CAPTURE',
      is_debit: false,
      transaction_amount: { value: -50, currency: 'GBP' },
      credit: { balance_id: balance, credited_amount: { value: 50 } },
      balance_movements: [{ type: 'credit', amount: { value: 50 } }],
    })
  })

  it('the event of a refund with an exchange has its billing amount in the currency of the balance', async () => {
    const { terminal, payment } = await createsCapturedPayment(50, 'EUR')
    await ok(refund(terminal, payment, 20))
    const [{ id, credit }] = (await listTransactions(terminal)).body.transactions
    const [event] = await eventsOf(service, Number(id))
    expect(event).toMatchObject({
      transaction_amount: { value: -30, currency: 'EUR' },
      billing_amount: { value: -credit.creditedAmount.amount, currency: 'GBP' },
    })
  })

  it.each([[33.33], [0.01], [7]])(
    'D71a: several partial refunds of a payment of %d EUR together return exactly the debited amount',
    async (value) => {
      const { ann, terminal, payment } = await createsCapturedPayment(value, 'EUR')
      const steps = [value * 0.9, value / 2, value / 3, 0].map(
        (amount) => Math.floor(amount * 100) / 100,
      )
      for (const final of [...new Set(steps)]) await ok(refund(terminal, payment, final))
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    },
  )

  it('D71a: 200 for the current amount changes nothing; 422 card.reversal.amount for a larger amount; 409 wrong_status before a clearing', async () => {
    const { terminal, payment } = await createsCapturedPayment(50)
    await ok(refund(terminal, payment, 20))
    await ok(refund(terminal, payment, 20))
    expect((await listTransactions(terminal)).body.totalCount).toBe(2)
    const larger = await refund(terminal, payment, 20.01)
    expect(outcome(larger)).toBe('422 card.reversal.amount')
    const open = await authorises(terminal, 5)
    const early = await refund(terminal, open, 0)
    expect(outcome(early)).toBe('409 wrong_status')
  })

  it('404 card.transaction.not-found for the reference of a refund, and for a payment of another card', async () => {
    const { ann, terminal, payment } = await createsCapturedPayment(50)
    await ok(refund(terminal, payment, 20))
    const [{ id }] = (await listTransactions(terminal)).body.transactions
    const ref = { transaction: { stan: Number(id) % 1_000_000, retrievalReferenceNum: id } }
    const notFound = '404 card.transaction.not-found'
    expect(outcome(await refund(terminal, { ...payment, ref }, 0))).toBe(notFound)
    const other = await createsTerminal(service, ann)
    expect(outcome(await refund(other, payment, 0))).toBe(notFound)
  })

  it('two concurrent refunds together return at most the captured amount', async () => {
    const { ann, terminal, payment } = await createsCapturedPayment(50)
    const results = await raceResults(service.db, transactionLock(payment.id), [
      () => refund(terminal, payment, 0).then(({ status }) => status),
      () => refund(terminal, payment, 0).then(({ status }) => status),
    ])
    expect(results).toEqual([200, 200])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    expect((await listTransactions(terminal)).body.totalCount).toBe(2)
  })

  it.each([
    ['fell', 'less than the payment', '1.8', true],
    ['rose', 'the whole payment', '0.45', false],
  ])(
    'D111a: when the euro %s, a refund a day after the capture returns %s',
    async (_move, _amount, perUsd, isLess) => {
      const { ann, terminal, payment } = await createsCapturedPayment(50, 'EUR')
      const before = (await moneyOf(service, ann, 'GBP')).amount
      await service.advance({ hours: 24 })
      await setsRate(service, 'EUR', perUsd)
      await ok(refund(terminal, payment, 0))
      const { amount } = await moneyOf(service, ann, 'GBP')
      const [{ credit }] = (await listTransactions(terminal)).body.transactions
      expect(credit.creditedAmount.amount).toBeCloseTo(amount - before)
      if (isLess) {
        // A euro costs half as much now; 0.51 leaves room for rounding.
        expect(credit.creditedAmount.amount).toBeLessThan((100 - before) * 0.51)
        expect(credit.rateDifference.amount).toBeLessThan(0)
      } else expect(amount).toBe(100)
    },
  )

  /** Creates a payment and captures it a day later, when a euro costs twice as much. `cost` is the debited amount in GBP. */
  async function createsPaymentCapturedAtNewRate(whenAuthorised = async (_id: number) => {}) {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const terminal = await createsTerminal(service, ann)
    const payment = await authorises(terminal, 50, { currency: 'EUR' })
    await whenAuthorised(payment.id)
    await service.advance({ hours: 24 })
    await setsRate(service, 'EUR', '0.45')
    await ok(clear(terminal, payment, 50))
    return { ann, terminal, payment, cost: 500 - (await moneyOf(service, ann, 'GBP')).amount }
  }

  it.each([
    ['0.9', 'half of its cost, because the euro fell back to the rate of the authorisation', 0.5],
    ['0.45', 'its whole cost, because the rate has not changed since the capture', 1],
  ])(
    'D111a: a day after a payment was captured at 0.45 EUR per USD, a refund at %s EUR per USD returns %s',
    async (perUsd, _, share) => {
      const { ann, terminal, payment, cost } = await createsPaymentCapturedAtNewRate()
      await service.advance({ hours: 24 })
      await setsRate(service, 'EUR', perUsd)
      await ok(refund(terminal, payment, 0))
      const [{ credit }] = (await listTransactions(terminal)).body.transactions
      expect(credit.creditedAmount.amount / cost).toBeCloseTo(share, 1)
      const { amount } = await moneyOf(service, ann, 'GBP')
      expect(amount === 500).toBe(share === 1)
    },
  )

  it('D111a: a refund uses the rate of the capture, also when the payment was created a second after it was priced', async () => {
    const { ann, terminal, payment } = await createsPaymentCapturedAtNewRate(async (id) => {
      await service.db.pool.query(
        `with moved as (
           update card_transactions set created_at = created_at + interval '1 second'
            where id = $1 returning profile_id, card_id, created_at)
         update card_usage u set latest_at = moved.created_at from moved
          where u.profile_id = moved.profile_id and u.card_id = moved.card_id`,
        [id],
      )
    })
    await service.advance({ hours: 24 })
    await ok(refund(terminal, payment, 0))
    expect((await moneyOf(service, ann, 'GBP')).amount).toBe(500)
  })

  /** Captures 60 EUR of 50 authorised ones, the same day, when a dollar costs `perUsd` EUR. Returns the costs in GBP. */
  async function createsPaymentCapturedBeyondHold(perUsd: string) {
    await setsRate(service, 'EUR', '0.9')
    const { ann, terminal, payment } = await createsPayment(service, 50, 'EUR')
    const { reserved } = await moneyOf(service, ann, 'GBP')
    await setsRate(service, 'EUR', perUsd)
    await ok(clear(terminal, payment, 60))
    const { amount } = await moneyOf(service, ann, 'GBP')
    return { ann, terminal, payment, holdCost: reserved, cost: 100 - amount }
  }

  /** The worth of euro cents at mid-market, in pence, rounded down. */
  async function worthMinorNow(minor: bigint): Promise<number> {
    const options = { currency: 'GBP', now: service.now(), rounding: 'down' } as const
    return Number(await worthNow(service.db.reader, money(minor, 'EUR'), options))
  }

  it('D111a: a day after 10 EUR beyond the hold were captured at a double price, a refund at the rate of the authorisation returns the worth of the 60 EUR now', async () => {
    const { ann, terminal, payment, holdCost, cost } =
      await createsPaymentCapturedBeyondHold('0.45')
    await service.advance({ hours: 24 })
    await setsRate(service, 'EUR', '0.9')
    await ok(refund(terminal, payment, 0))
    const [{ credit }] = (await listTransactions(terminal)).body.transactions
    const returned = credit.creditedAmount.amount
    expect(Math.round(returned * 100)).toBe(await worthMinorNow(6000n))
    // At one rate, 60 EUR cost at most 1.2 times the price of 50.
    expect(returned).toBeLessThanOrEqual(holdCost * 1.2)
    expect(credit.rateDifference.amount).toBeCloseTo(returned - cost)
    expect((await moneyOf(service, ann, 'GBP')).amount).toBeCloseTo(100 - cost + returned)
  })

  it('D111a: partial refunds of a payment captured beyond its hold at a double price together return at most the worth of the 60 EUR now', async () => {
    const { ann, terminal, payment, cost } = await createsPaymentCapturedBeyondHold('0.45')
    await service.advance({ hours: 24 })
    await setsRate(service, 'EUR', '0.9')
    for (const final of [59.99, 50, 33.33, 0.01, 0]) await ok(refund(terminal, payment, final))
    const returned = (await moneyOf(service, ann, 'GBP')).amount - (100 - cost)
    expect(Math.round(returned * 100)).toBeLessThanOrEqual(await worthMinorNow(6000n))
  })

  it('D71a: a day after a capture beyond the hold, a refund returns exactly the debited amount when the rate never changed', async () => {
    const { ann, terminal, payment } = await createsPaymentCapturedBeyondHold('0.9')
    await service.advance({ hours: 24 })
    await ok(refund(terminal, payment, 0))
    expect((await moneyOf(service, ann, 'GBP')).amount).toBe(100)
  })

  it('D71a: when the balance was closed, the money goes to a STANDARD balance, which is opened', async () => {
    const { ann, balance, terminal, payment } = await createsCapturedPayment(100)
    await ok(ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balance}`))
    await ok(refund(terminal, payment, 0))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
  })

  it('refundTransaction refunds `amountMinor`; it refuses more than the rest of the captured amount, and a transaction of another profile', async () => {
    const { ann, terminal, payment } = await createsCapturedPayment(50)
    const bob = await service.createUser()
    const transactionId = payment.id as Id<'card-transaction'>
    const refunds = (profileId: Id<'profile'>, amountMinor: bigint) =>
      service.db.transact((tx) =>
        refundTransaction(tx, { profileId, transactionId, amountMinor, now: service.now() }),
      )
    await refunds(ann.personal, 1000n)
    expect((await moneyOf(service, ann, 'GBP')).amount).toBe(60)
    await expect(refunds(ann.personal, 4001n)).rejects.toThrow('card.refund.amount')
    await expect(refunds(bob.personal, 1n)).rejects.toThrow('card.transaction.not-found')
    await refunds(ann.personal, 4000n)
    expect((await moneyOf(service, ann, 'GBP')).amount).toBe(100)
    expect((await listTransactions(terminal)).body.totalCount).toBe(3)
  })
})
