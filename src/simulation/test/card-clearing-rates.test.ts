import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import {
  authorises,
  clear,
  moneyOf,
  readsTransaction,
  type Terminal,
} from '../../card-transactions/test/terminal.ts'
import { createsCardHolder } from './card-holder.ts'

describe('simulation.card-clearing with an exchange', () => {
  const service = testService()
  const debitOf = async (terminal: Terminal, id: number) =>
    (await readsTransaction(terminal, id)).debits[0]

  async function authorisesExchange() {
    await setsRate(service, 'EUR', '0.9')
    const { ann, terminal } = await createsCardHolder(service, 200)
    const payment = await authorises(terminal, 50, { currency: 'EUR' })
    return {
      ann,
      terminal,
      payment,
      held: (await debitOf(terminal, payment.id)).debitedAmount.amount,
    }
  }

  it.each(['1.8', '0.45'])(
    'D111a: less than a day after the authorisation, a clearing uses the rate of the authorisation, also when a dollar now costs %s EUR',
    async (perUsd) => {
      const { ann, terminal, payment, held } = await authorisesExchange()
      await setsRate(service, 'EUR', perUsd)
      await ok(clear(terminal, payment, 50))
      const { amount, reserved } = await moneyOf(service, ann, 'GBP')
      expect([amount, reserved]).toEqual([200 - held, 0])
    },
  )

  it.each([
    ['fell to a half', '1.8', 0.5],
    ['doubled', '0.45', 2],
  ])(
    'D111a: a day after the authorisation the current rate applies when the euro %s',
    async (_, perUsd, factor) => {
      const { ann, terminal, payment, held } = await authorisesExchange()
      await service.advance({ hours: 24 })
      await setsRate(service, 'EUR', perUsd)
      await ok(clear(terminal, payment, 50))
      const { debitedAmount, rateDifference } = await debitOf(terminal, payment.id)
      expect(debitedAmount.amount / held).toBeCloseTo(factor, 1)
      expect(rateDifference.amount).toBeCloseTo(held - debitedAmount.amount)
      const { amount, reserved } = await moneyOf(service, ann, 'GBP')
      expect([amount, reserved]).toEqual([Math.round((200 - debitedAmount.amount) * 100) / 100, 0])
      const { rows } = await service.db.pool.query(
        `select count(*)::int as found from ledger_postings
          where reference = $1 and journal = 'card-rate-difference'`,
        [`card-transaction:${payment.id}`],
      )
      expect(rows).toEqual([{ found: 1 }])
    },
  )

  it('D111a: the amount above the hold is priced at the current rate', async () => {
    const { terminal, payment, held } = await authorisesExchange()
    await setsRate(service, 'EUR', '0.45')
    await ok(clear(terminal, payment, 60))
    const { debitedAmount } = await debitOf(terminal, payment.id)
    const costAboveHold = debitedAmount.amount - held
    // A euro costs twice as much now; 1.9 leaves room for rounding.
    expect(costAboveHold).toBeGreaterThan((held / 50) * 10 * 1.9)
  })

  it('D110: a capture of one minor unit debits at least one minor unit, with a fee of at least one', async () => {
    const { ann, terminal, payment } = await authorisesExchange()
    await ok(clear(terminal, payment, 0.01))
    const { debitedAmount, fee } = await debitOf(terminal, payment.id)
    expect([debitedAmount.amount >= 0.01, fee.amount >= 0.01]).toEqual([true, true])
    expect((await moneyOf(service, ann, 'GBP')).amount).toBe(200 - debitedAmount.amount)
  })
})
