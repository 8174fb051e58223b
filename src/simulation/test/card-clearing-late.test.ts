import { describe, expect, it } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { lapseIfDue } from '../../card-transactions/reverse-payment.ts'
import {
  authorises,
  clear,
  endsHold,
  eventsOf,
  moneyOf,
  readsTransaction,
  usageMinorOf,
} from '../../card-transactions/test/terminal.ts'
import type { Id } from '../../kernel/ids.ts'
import { createsCardHolder, transactionLock } from './card-holder.ts'

describe('simulation.card-clearing after the hold has lapsed', () => {
  const service = testService()
  const stepTypesOf = async (id: number) =>
    (await eventsOf(service, id)).map((event) => event.transaction_step_type)

  it.each([7, 31])(
    'D71, D72: a payment that lapsed is captured late, %i days after its authorisation',
    async (days) => {
      const { ann, terminal } = await createsCardHolder(service)
      const payment = await authorises(terminal, 50)
      await service.advance({ hours: days * 24 })
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
      expect((await readsTransaction(terminal, payment.id)).state).toBe('CANCELLED')
      expect(await usageMinorOf(service, terminal)).toBe(0)
      await ok(clear(terminal, payment, 50))
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
      expect(await usageMinorOf(service, terminal)).toBe(5000)
      expect(await stepTypesOf(payment.id)).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
    },
  )

  it('D71: the part of a late clearing that the balance does not cover is owed', async () => {
    const { ann, terminal } = await createsCardHolder(service, 50)
    const payment = await authorises(terminal, 50)
    await service.advance({ hours: 7 * 24 })
    await authorises(terminal, 45)
    await ok(clear(terminal, payment, 50))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 45, owedMinor: 4500 })
  })

  /** A payment whose hold lapsed, and whose balance was closed afterwards. */
  const lapsesAndClosesBalance = async () => {
    const { ann, balance, terminal } = await createsCardHolder(service, 50)
    const payment = await authorises(terminal, 50)
    await service.advance({ hours: 7 * 24 })
    await topsUp(ann, 'EUR', 1)
    const jar = await opensJar(ann, 'GBP')
    await ok(
      ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
        body: {
          amount: { value: 50, currency: 'GBP' },
          sourceBalanceId: balance,
          targetBalanceId: jar,
        },
        headers: { 'x-idempotence-uuid': crypto.randomUUID() },
      }),
    )
    await ok(ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balance}`))
    return { ann, balance, terminal, payment }
  }

  it('D71: when the balance was closed, a late clearing is owed, and a new balance pays it', async () => {
    const { ann, terminal, payment } = await lapsesAndClosesBalance()
    await ok(clear(terminal, payment, 50))
    expect((await moneyOf(service, ann, 'GBP')).owedMinor).toBe(5000)
    await topsUp(ann, 'GBP', 60)
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 10, reserved: 0, owedMinor: 0 })
  })

  it('D71: when the balance was replaced by a new one, the event of a late clearing has the balance of each movement', async () => {
    const { ann, balance, terminal, payment } = await lapsesAndClosesBalance()
    const newBalance = await topsUp(ann, 'GBP', 60)
    await ok(clear(terminal, payment, 50))
    const capture = (await eventsOf(service, payment.id)).at(-1)
    expect(capture?.balance_movements).toMatchObject([
      { balance_id: balance, type: 'debit' },
      { balance_id: balance, type: 'credit' },
      { balance_id: newBalance, type: 'debit' },
    ])
  })

  it.each(['clearing', 'sweep'])(
    'concurrent clearing and sweep at the end of the hold: when the %s comes first, the hold is released and the payment captured',
    async (first) => {
      const { ann, terminal } = await createsCardHolder(service)
      const payment = await authorises(terminal, 50)
      await endsHold(service, payment.id)
      const id = payment.id as Id<'card-transaction'>
      const clearing = () => clear(terminal, payment, 50).then(({ status }) => status)
      const sweep = () =>
        service.db.transact((tx) => lapseIfDue(tx, ann.personal, id, service.now()))
      const racers = first === 'clearing' ? [clearing, sweep] : [sweep, clearing]
      const results = await raceResults<unknown>(service.db, transactionLock(payment.id), racers)
      expect(results).toContain(200)
      expect(await stepTypesOf(payment.id)).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
    },
  )

  it('a clearing at the moment of the lapse is late, even before the sweep has run', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const payment = await authorises(terminal, 50)
    await endsHold(service, payment.id)
    await ok(clear(terminal, payment, 50))
    expect(await stepTypesOf(payment.id)).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
  })

  it('a lapse reduces the usage of the month and the lifetime, but not the usage of a later day', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    await authorises(terminal, 50)
    await service.advance({ hours: 6 * 24 })
    await authorises(terminal, 1)
    await service.advance({ hours: 24 })
    const { rows } = await service.db.pool.query(
      `select day_amount::int as day, month_amount::int as month, lifetime_amount::int as lifetime
         from card_usage where profile_id = $1`,
      [ann.personal],
    )
    expect(rows).toEqual([{ day: 100, month: 100, lifetime: 100 }])
  })
})
