import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { lapseIfDue } from '../../card-transactions/reverse-payment.ts'
import {
  authorise,
  authorises,
  clear,
  eventsOf,
  holdsCard,
  moneyOf,
  readsTransaction,
  reverse,
  type Terminal,
  usageOf,
} from '../../card-transactions/test/terminal.ts'
import type { Id } from '../../kernel/ids.ts'

describe('simulation.card-clearing', () => {
  const service = testService()

  async function withCard(amount = 100, currency = 'GBP') {
    const ann = await service.createUser()
    const balance = await topsUp(ann, currency, amount)
    return { ann, balance, card: await holdsCard(service, ann) }
  }

  const codeOf = (reply: { status: number; body: { errors: { code: string }[] } }) => [
    reply.status,
    reply.body.errors[0]?.code,
  ]
  const lockOf = (id: number) => ({
    text: 'select from card_transactions where id = $1 for update',
    values: [id],
  })

  it('200 captures exactly the hold: the balance does not change again, and the event has an ARN', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 25.5)
    const reply = await clear(card, payment, 25.5)
    expect([reply.status, reply.body.error]).toEqual([200, null])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 74.5, reserved: 0, owedMinor: 0 })
    const shown = await readsTransaction(card, payment.id)
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
    const { ann, card } = await withCard()
    const payment = await authorises(card, 25.5)
    await ok(clear(card, payment, 10))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 90, reserved: 0, owedMinor: 0 })
    expect(await usageOf(service, card)).toBe(1000)
    const [, capture] = await eventsOf(service, payment.id)
    expect(capture.balance_movements).toMatchObject([
      { type: 'debit', amount: { value: 25.5 } },
      { type: 'credit', amount: { value: 15.5 } },
    ])
  })

  it('200 for more than the hold takes the rest from the same balance, and the limits count it', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    await ok(clear(card, payment, 60))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 40, reserved: 0, owedMinor: 0 })
    expect(await usageOf(service, card)).toBe(6000)
  })

  it('D71: an amount that neither hold nor balance covers is owed, declines the next payment, and is settled by a top-up', async () => {
    const { ann, balance, card } = await withCard(52)
    const payment = await authorises(card, 50)
    await ok(clear(card, payment, 60))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 0, owedMinor: 800 })
    await topsUp(ann, 'EUR', 100)
    expect((await ok(authorise(card, 1, { currency: 'EUR' }))).error).toBe('INSUFFICIENT_FUNDS')
    await ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId: balance, currency: 'GBP', amount: 10 },
      }),
    )
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 2, reserved: 0, owedMinor: 0 })
  })

  it('D71: a capture above the hold does not take money that other payments hold', async () => {
    const { ann, card } = await withCard(100)
    const [first] = [await authorises(card, 50), await authorises(card, 50)]
    await ok(clear(card, first, 55))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 50, owedMinor: 500 })
  })

  it.each([0, 60.01, -1])('422 for an amount of %s after an authorisation of 50', async (value) => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    const [status, code] = codeOf(await clear(card, payment, value))
    expect([status, code]).toEqual([
      422,
      value < 0 ? 'card.amount.invalid' : 'card.clearing.amount',
    ])
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(50)
  })

  it('422 card.currency.mismatch for another currency than that of the authorisation', async () => {
    const { card } = await withCard()
    const payment = await authorises(card, 50)
    const reply = await clear(card, { ...payment, currency: 'EUR' }, 50)
    expect(codeOf(reply)).toEqual([422, 'card.currency.mismatch'])
  })

  it('D71: the same clearing again changes nothing; another amount is 409 wrong_status', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    await ok(clear(card, payment, 40))
    await ok(clear(card, payment, 40))
    expect(codeOf(await clear(card, payment, 41))).toEqual([409, 'wrong_status'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 60, reserved: 0, owedMinor: 0 })
    expect(await eventsOf(service, payment.id)).toHaveLength(2)
  })

  it('409 wrong_status after a full reversal, for a check of the card, and for a declined payment', async () => {
    const { card } = await withCard()
    const reversed = await authorises(card, 50)
    await ok(reverse(card, reversed, 0))
    expect(codeOf(await clear(card, reversed, 50))).toEqual([409, 'wrong_status'])
    const check = await authorises(card, 0)
    expect(codeOf(await clear(card, check, 1))).toEqual([409, 'wrong_status'])
    const { reference } = await ok(authorise(card, 5000))
    expect(codeOf(await clear(card, { id: 0, ref: reference, currency: 'GBP' }, 1))).toEqual([
      409,
      'wrong_status',
    ])
  })

  it("404 for an unknown reference, one with another stan, another card's and another user's", async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    const other = await holdsCard(service, ann)
    const bob = await withCard()
    const unknown = { transaction: { stan: '999999', retrievalReferenceNum: '000000999999' } }
    const wrongStan = { transaction: { stan: '999999', retrievalReferenceNum: String(payment.id) } }
    const huge = { transaction: { stan: '1', retrievalReferenceNum: '9'.repeat(20) } }
    for (const ref of [unknown, wrongStan, huge])
      expect((await clear(card, { ...payment, ref }, 50)).status).toBe(404)
    for (const terminal of [other, bob.card])
      expect((await clear(terminal, payment, 50)).status).toBe(404)
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(50)
  })

  it("404 card.not-found for another user's card with a valid reference", async () => {
    const { card } = await withCard()
    const payment = await authorises(card, 50)
    const bob = await service.createUser()
    const reply = await clear({ ...card, ann: bob }, payment, 50)
    expect(codeOf(reply)).toEqual([404, 'card.not-found'])
  })

  it('D74: clients may re-write the numbers of a reference', async () => {
    const { card } = await withCard()
    const payment = await authorises(card, 50)
    const digits = { stan: payment.id % 1_000_000, retrievalReferenceNum: payment.id }
    await ok(clear(card, { ...payment, ref: { transaction: digits } }, 50))
    expect((await readsTransaction(card, payment.id)).state).toBe('COMPLETED')
  })

  it('a frozen card clears a payment that was authorised before', async () => {
    const { card } = await withCard()
    const payment = await authorises(card, 50)
    await service.db.pool.query(
      `update cards set status = 'FROZEN', version = version + 1 where token = $1`,
      [card.token],
    )
    await ok(clear(card, payment, 50))
  })

  it('of two concurrent clearings one takes effect', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    const results = await race(service.db, lockOf(payment.id), [
      () => clear(card, payment, 40).then(({ status }) => status),
      () => clear(card, payment, 50).then(({ status }) => status),
    ])
    const statuses = results.map((each) => (each.status === 'fulfilled' ? each.value : 0))
    expect(statuses.sort()).toEqual([200, 409])
    const { reserved, amount } = await moneyOf(service, ann, 'GBP')
    expect([reserved, [50, 60].includes(amount)]).toEqual([0, true])
  })

  it('of a concurrent clearing and reversal one takes effect', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    const results = await race(service.db, lockOf(payment.id), [
      () => reverse(card, payment, 0).then(({ status }) => status),
      () => clear(card, payment, 50).then(({ status }) => status),
    ])
    const statuses = results.map((each) => (each.status === 'fulfilled' ? each.value : 0))
    expect(statuses.sort()).toEqual([200, 409])
    const { reserved, amount } = await moneyOf(service, ann, 'GBP')
    expect([reserved, [50, 100].includes(amount)]).toEqual([0, true])
  })

  const DAY = { hours: 24 }

  it.each([7, 31])(
    'D71, D72: a payment that lapsed is captured late, %i days after its authorisation',
    async (days) => {
      const { ann, card } = await withCard()
      const payment = await authorises(card, 50)
      await service.advance({ hours: days * 24 })
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
      expect((await readsTransaction(card, payment.id)).state).toBe('CANCELLED')
      expect(await usageOf(service, card)).toBe(0)
      await ok(clear(card, payment, 50))
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
      expect(await usageOf(service, card)).toBe(5000)
      const steps = (await eventsOf(service, payment.id)).map((each) => each.transaction_step_type)
      expect(steps).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
    },
  )

  it('D71: the part of a late clearing that the balance does not cover is owed', async () => {
    const { ann, card } = await withCard(50)
    const payment = await authorises(card, 50)
    await service.advance({ hours: 7 * 24 })
    await authorises(card, 45)
    await ok(clear(card, payment, 50))
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 45, owedMinor: 4500 })
  })

  it('D71: when the balance was closed, a late clearing is owed, and a new balance pays it', async () => {
    const { ann, balance, card } = await withCard(50)
    const payment = await authorises(card, 50)
    await service.advance({ hours: 7 * 24 })
    await topsUp(ann, 'EUR', 1)
    await ok(
      ann.call(`POST /v4/profiles/${ann.personal}/balances`, {
        body: { currency: 'GBP', type: 'SAVINGS', name: 'Jar' },
        headers: { 'x-idempotence-uuid': crypto.randomUUID() },
      }),
    ).then((jar) =>
      ok(
        ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
          body: {
            amount: { value: 50, currency: 'GBP' },
            sourceBalanceId: balance,
            targetBalanceId: jar.id,
          },
          headers: { 'x-idempotence-uuid': crypto.randomUUID() },
        }),
      ),
    )
    await ok(ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balance}`))
    await ok(clear(card, payment, 50))
    expect((await moneyOf(service, ann, 'GBP')).owedMinor).toBe(5000)
    await topsUp(ann, 'GBP', 60)
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 10, reserved: 0, owedMinor: 0 })
  })

  it.each([0, 1])(
    'a clearing and the sweep at the end of the hold come one after the other (%i first)',
    async (first) => {
      const { ann, card } = await withCard()
      const payment = await authorises(card, 50)
      await service.db.pool.query('update card_transactions set lapses_at = $2 where id = $1', [
        payment.id,
        String(service.now()),
      ])
      const id = payment.id as Id<'card-transaction'>
      const clearing = () => clear(card, payment, 50).then(({ status }) => status)
      const sweep = () =>
        service.db.transact((tx) => lapseIfDue(tx, ann.personal, id, service.now())).then(() => 0)
      const racers = first === 0 ? [clearing, sweep] : [sweep, clearing]
      const results = await race<number>(service.db, lockOf(payment.id), racers)
      expect(results.map((each) => each.status === 'fulfilled' && each.value).sort()).toEqual([
        0, 200,
      ])
      const steps = (await eventsOf(service, payment.id)).map((each) => each.transaction_step_type)
      expect(steps).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
      expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
    },
  )

  it('a clearing at the moment of the lapse is late, even before the sweep has run', async () => {
    const { ann, card } = await withCard()
    const payment = await authorises(card, 50)
    await service.db.pool.query('update card_transactions set lapses_at = $2 where id = $1', [
      payment.id,
      String(service.now()),
    ])
    await ok(clear(card, payment, 50))
    const steps = (await eventsOf(service, payment.id)).map((each) => each.transaction_step_type)
    expect(steps).toEqual(['AUTH', 'FULL_REVERSAL', 'CAPTURE'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 50, reserved: 0, owedMinor: 0 })
  })

  describe('with an exchange', () => {
    const debitOf = async (card: Terminal, id: number) =>
      (await readsTransaction(card, id)).debits[0]

    async function exchanged(value = 50) {
      await setsRate(service, 'EUR', '0.9')
      const { ann, card } = await withCard(200)
      const payment = await authorises(card, value, { currency: 'EUR' })
      return { ann, card, payment, held: (await debitOf(card, payment.id)).debitedAmount.amount }
    }

    it.each(['1.8', '0.45'])(
      'D111a: within a day the rate of the authorisation applies, when the current rate is %s',
      async (perUsd) => {
        const { ann, card, payment, held } = await exchanged()
        await setsRate(service, 'EUR', perUsd)
        await ok(clear(card, payment, 50))
        const { amount, reserved } = await moneyOf(service, ann, 'GBP')
        expect([amount, reserved]).toEqual([200 - held, 0])
      },
    )

    it.each([
      ['rose', '1.8', -1],
      ['fell', '0.45', 1],
    ])(
      'D111a: after more than a day the current rate applies: the euro %s',
      async (_, perUsd, sign) => {
        const { ann, card, payment, held } = await exchanged()
        await service.advance({ hours: 24 })
        await setsRate(service, 'EUR', perUsd)
        await ok(clear(card, payment, 50))
        const { debitedAmount, rateDifference } = await debitOf(card, payment.id)
        expect(Math.sign(debitedAmount.amount - held)).toBe(sign)
        expect(rateDifference.amount).toBeCloseTo(held - debitedAmount.amount)
        const { amount, reserved } = await moneyOf(service, ann, 'GBP')
        expect([amount, reserved]).toEqual([
          Math.round((200 - debitedAmount.amount) * 100) / 100,
          0,
        ])
        const { rows } = await service.db.pool.query(
          `select count(*)::int as found from ledger_postings
            where reference = $1 and journal = 'card-rate-difference'`,
          [`card-transaction:${payment.id}`],
        )
        expect(rows).toEqual([{ found: 1 }])
      },
    )

    it('D111a: the amount above the hold is priced at the current rate', async () => {
      const { card, payment, held } = await exchanged()
      await setsRate(service, 'EUR', '0.45')
      await ok(clear(card, payment, 60))
      const { debitedAmount } = await debitOf(card, payment.id)
      const beyond = debitedAmount.amount - held
      expect(beyond).toBeGreaterThan((held / 50) * 10 * 1.9)
    })

    it('D110: a capture of one minor unit costs at least its worth at mid-market', async () => {
      const { ann, card, payment } = await exchanged()
      await ok(clear(card, payment, 0.01))
      const { debitedAmount, fee } = await debitOf(card, payment.id)
      expect([debitedAmount.amount >= 0.01, fee.amount >= 0.01]).toEqual([true, true])
      expect((await moneyOf(service, ann, 'GBP')).amount).toBe(200 - debitedAmount.amount)
    })
  })

  it('a lapse gives the amount back to the limits of the period of the authorisation', async () => {
    const { card } = await withCard()
    await authorises(card, 50)
    await service.advance(DAY)
    await authorises(card, 1)
    await service.advance({ hours: 7 * 24 })
    expect(await usageOf(service, card)).toBe(0)
  })
})
