import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  clear,
  createsPayment,
  createsTerminal,
  eventsOf,
  HOTEL,
  moneyOf,
  readsTransaction,
  reverse,
  usageMinorOf,
} from '../../card-transactions/test/terminal.ts'

describe('simulation.card-reversal', () => {
  const service = testService()

  it('200 for an amount of 0 cancels the payment and gives the money and the limits back', async () => {
    const { ann, terminal, payment } = await createsPayment(service, 50)
    await ok(reverse(terminal, payment, 0))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(0)
    expect(await readsTransaction(terminal, payment.id)).toMatchObject({
      state: 'CANCELLED',
      debits: [{ debitedAmount: { amount: 0 }, forAmount: { amount: 0 }, rate: 1 }],
    })
    const [, reversal] = await eventsOf(service, payment.id)
    expect(reversal).toMatchObject({
      transaction_step_type: 'FULL_REVERSAL',
      transaction_state: 'CANCELLED',
      debits: [{ debited_amount: { value: 0 }, rate: 1 }],
      balance_movements: [
        { type: 'debit', amount: { value: 50 } },
        { type: 'credit', amount: { value: 50 } },
      ],
    })
  })

  it('200 for a smaller amount keeps the payment open, and a clearing of that amount takes exactly the hold', async () => {
    const { ann, terminal, payment } = await createsPayment(service, 50)
    await ok(reverse(terminal, payment, 20))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 80, reserved: 20, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(2000)
    const { state, transactionAmount } = await readsTransaction(terminal, payment.id)
    expect([state, transactionAmount.amount]).toEqual(['IN_PROGRESS', 20])
    await ok(clear(terminal, payment, 20))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 80, reserved: 0, owedMinor: 0 })
    const events = await eventsOf(service, payment.id)
    expect(events.map((event) => event.transaction_step_type)).toEqual([
      'AUTH',
      'PARTIAL_REVERSAL',
      'CAPTURE',
    ])
  })

  it('several partial reversals of a payment with an exchange together release exactly the held amount', async () => {
    const { ann, terminal, payment } = await createsPayment(service, 33.33, 'EUR')
    for (const value of [22.22, 11.11, 0.01, 0]) await ok(reverse(terminal, payment, value))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    expect(await usageMinorOf(service, terminal)).toBe(0)
  })

  it('D71a: 200 for the current amount and for a repeated full reversal changes nothing; 422 card.reversal.amount for a larger amount', async () => {
    const { terminal, payment } = await createsPayment(service, 50)
    await ok(reverse(terminal, payment, 50))
    expect(await eventsOf(service, payment.id)).toHaveLength(1)
    const larger = await reverse(terminal, payment, 50.01)
    expect(outcome(larger)).toBe('422 card.reversal.amount')
    await ok(reverse(terminal, payment, 0))
    await ok(reverse(terminal, payment, 0))
    expect(await eventsOf(service, payment.id)).toHaveLength(2)
  })

  it('409 wrong_status after a clearing, and for a partial reversal once the hold has lapsed', async () => {
    const { terminal, payment } = await createsPayment(service, 50)
    await ok(clear(terminal, payment, 50))
    const cleared = await reverse(terminal, payment, 0)
    expect(outcome(cleared)).toBe('409 wrong_status')
    const later = await authorises(terminal, 10)
    await service.advance({ hours: 7 * 24 })
    const lapsed = await reverse(terminal, later, 5)
    expect(outcome(lapsed)).toBe('409 wrong_status')
  })

  it('gap 729: 200 for a full reversal of a payment that lapsed changes nothing', async () => {
    const { terminal, payment } = await createsPayment(service, 50)
    await service.advance({ hours: 7 * 24 })
    const before = await eventsOf(service, payment.id)
    await ok(reverse(terminal, payment, 0))
    expect(await eventsOf(service, payment.id)).toEqual(before)
    expect((await readsTransaction(terminal, payment.id)).state).toBe('CANCELLED')
  })

  it('D72: a hold lapses after 7 days, a pre-authorisation after 30', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    const shop = await authorises(terminal, 10)
    const hotel = await authorises(terminal, 20, { category: HOTEL })
    const states = async () => [
      (await readsTransaction(terminal, shop.id)).state,
      (await readsTransaction(terminal, hotel.id)).state,
    ]
    await service.advance({ hours: 7 * 24 })
    expect(await states()).toEqual(['CANCELLED', 'IN_PROGRESS'])
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(20)
    await service.advance({ hours: 23 * 24 })
    expect(await states()).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
    const [auth] = await eventsOf(service, hotel.id)
    expect(auth.is_amount_confirmed).toBe(false)
  })
})
