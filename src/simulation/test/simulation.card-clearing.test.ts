import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  clear,
  createsTerminal,
  eventsOf,
  moneyOf,
  readsTransaction,
  reverse,
  sendAuthorisation,
  usageMinorOf,
} from '../../card-transactions/test/terminal.ts'
import { createsCardHolder, transactionLock } from './card-holder.ts'

describe('simulation.card-clearing', () => {
  const service = testService()

  it('200 captures exactly the hold: the balance does not change again, and the event has an ARN', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 25.5)
    const reply = await clear(terminal, payment, 25.5)
    expect([reply.status, reply.body.error]).toEqual([200, null])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 74.5, reserved: 0, owedMinor: 0 })
    const shown = await readsTransaction(terminal, payment.id)
    expect(shown).toMatchObject({
      state: 'COMPLETED',
      transactionAmount: { amount: 25.5 },
      debits: [{ debitedAmount: { amount: 25.5 }, rateDifference: { amount: 0 } }],
    })
    const [, capture] = await eventsOf(service, payment.id)
    expect(capture).toMatchObject({
      transaction_step_type: 'CAPTURE',
      transaction_state: 'COMPLETED',
      arn: expect.stringMatching(/^\d{23}$/),
      purge_time: null,
      balance_transaction_id: shown.balanceTransactionId,
      balance_movements: [{ type: 'debit' }],
    })
  })

  it('200 for less than the hold gives the rest back, and the limits count the captured part', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 25.5)
    await ok(clear(terminal, payment, 10))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 90, reserved: 0, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(1000)
    const [, capture] = await eventsOf(service, payment.id)
    expect(capture.balance_movements).toMatchObject([
      { type: 'debit', amount: { value: 25.5 } },
      { type: 'credit', amount: { value: 15.5 } },
    ])
  })

  it('200 for more than the hold takes the rest from the same balance, and the limits count it', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    await ok(clear(terminal, payment, 60))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 40, reserved: 0, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(6000)
  })

  it('D71: an amount that neither hold nor balance covers is owed; the next payment is declined, and a top-up settles the debt', async () => {
    const { ann, balance, terminal } = await createsCardHolder(service, 52)
    const payment = await authorises(terminal, 50)
    await ok(clear(terminal, payment, 60))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 0, owedMinor: 800 })
    await topsUp(ann, 'EUR', 100)
    expect((await ok(sendAuthorisation(terminal, 1, { currency: 'EUR' }))).error).toBe(
      'INSUFFICIENT_FUNDS',
    )
    await ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId: balance, currency: 'GBP', amount: 10 },
      }),
    )
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 2, reserved: 0, owedMinor: 0 })
  })

  it('D71: a capture above the hold does not take money that other payments hold', async () => {
    const { ann, terminal } = await createsCardHolder(service, 100)
    const [first] = [await authorises(terminal, 50), await authorises(terminal, 50)]
    await ok(clear(terminal, first, 55))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 50, owedMinor: 500 })
  })

  it.each([
    ['422 card.clearing.amount', 0],
    ['422 card.clearing.amount', 60.01],
    ['422 card.amount.invalid', -1],
  ])('%s for an amount of %s after an authorisation of 50', async (refusal, value) => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    expect(outcome(await clear(terminal, payment, value))).toBe(refusal)
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(50)
  })

  it('gap 727: after a partial reversal, 1.2 times the amount of the authorisation may be captured, and no more', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    await ok(reverse(terminal, payment, 20))
    expect(outcome(await clear(terminal, payment, 60.01))).toBe('422 card.clearing.amount')
    await ok(clear(terminal, payment, 60))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 40, reserved: 0, owedMinor: 0 })
  })

  it('422 card.currency.mismatch for a currency in which the payment was not authorised', async () => {
    const { terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const reply = await clear(terminal, { ...payment, currency: 'EUR' }, 50)
    expect(outcome(reply)).toBe('422 card.currency.mismatch')
  })

  it('D71: 200 for a repeated clearing, which changes nothing; 409 wrong_status for another amount', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    await ok(clear(terminal, payment, 40))
    await ok(clear(terminal, payment, 40))
    expect(outcome(await clear(terminal, payment, 41))).toBe('409 wrong_status')
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 60, reserved: 0, owedMinor: 0 })
    expect(await eventsOf(service, payment.id)).toHaveLength(2)
  })

  it('409 wrong_status after a full reversal, for a check of the card, and for a declined payment', async () => {
    const { terminal } = await createsCardHolder(service)
    const reversed = await authorises(terminal, 50)
    await ok(reverse(terminal, reversed, 0))
    expect(outcome(await clear(terminal, reversed, 50))).toBe('409 wrong_status')
    const check = await authorises(terminal, 0)
    expect(outcome(await clear(terminal, check, 1))).toBe('409 wrong_status')
    const { reference } = await ok(sendAuthorisation(terminal, 5000))
    expect(outcome(await clear(terminal, { id: 0, ref: reference, currency: 'GBP' }, 1))).toBe(
      '409 wrong_status',
    )
  })

  it('404 card.transaction.not-found for a reference that is unknown, has another stan, or belongs to another card or another user', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const other = await createsTerminal(service, ann)
    const bob = await createsCardHolder(service)
    const unknown = { transaction: { stan: '999999', retrievalReferenceNum: '000000999999' } }
    const wrongStan = { transaction: { stan: '999999', retrievalReferenceNum: String(payment.id) } }
    const huge = { transaction: { stan: '1', retrievalReferenceNum: '9'.repeat(20) } }
    const notFound = '404 card.transaction.not-found'
    for (const ref of [unknown, wrongStan, huge])
      expect(outcome(await clear(terminal, { ...payment, ref }, 50))).toBe(notFound)
    for (const wrongTerminal of [other, bob.terminal])
      expect(outcome(await clear(wrongTerminal, payment, 50))).toBe(notFound)
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(50)
  })

  it("404 card.not-found for another user's card with a valid reference", async () => {
    const { terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const bob = await service.createUser()
    const reply = await clear({ ...terminal, ann: bob }, payment, 50)
    expect(outcome(reply)).toBe('404 card.not-found')
  })

  it('D74: 200 for a reference whose numbers are JSON numbers without leading zeros', async () => {
    const { terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const digits = { stan: payment.id % 1_000_000, retrievalReferenceNum: payment.id }
    await ok(clear(terminal, { ...payment, ref: { transaction: digits } }, 50))
    expect((await readsTransaction(terminal, payment.id)).state).toBe('COMPLETED')
  })

  it('gap 731: 200 for a reference with another PIN and another code', async () => {
    const { terminal } = await createsCardHolder(service)
    const { reference } = await ok(sendAuthorisation(terminal, 50))
    const { transaction } = reference
    const id = Number(transaction.retrievalReferenceNum)
    const changed = { ...transaction, card: { ...transaction.card, pin: '9999', cvv2: '000' } }
    await ok(clear(terminal, { id, ref: { transaction: changed }, currency: 'GBP' }, 50))
    expect((await readsTransaction(terminal, id)).state).toBe('COMPLETED')
  })

  it('200 for a payment that was authorised before its card was frozen', async () => {
    const { terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    await service.db.pool.query(
      `update cards set status = 'FROZEN', version = version + 1 where token = $1`,
      [terminal.token],
    )
    await ok(clear(terminal, payment, 50))
    expect((await readsTransaction(terminal, payment.id)).state).toBe('COMPLETED')
  })

  it('of two concurrent clearings the first takes effect, and the second is refused with 409 wrong_status', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const replies = await raceResults(service.db, transactionLock(payment.id), [
      () => clear(terminal, payment, 40),
      () => clear(terminal, payment, 50),
    ])
    expect(replies.map(outcome)).toEqual(['200', '409 wrong_status'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 60, reserved: 0, owedMinor: 0 })
  })

  it('a clearing concurrent with an earlier reversal is refused with 409 wrong_status', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    const replies = await raceResults(service.db, transactionLock(payment.id), [
      () => reverse(terminal, payment, 0),
      () => clear(terminal, payment, 50),
    ])
    expect(replies.map(outcome)).toEqual(['200', '409 wrong_status'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
  })
})
