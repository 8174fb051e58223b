// Money above the hold limit of a country is sent at the end of the day in that country (D99).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { challengeToken, setsPin } from '../../../test/support/approvals.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { deadlocks, race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { runSweep } from '../../kernel/sweep.ts'
import { holdLimits } from '../sweeps.ts'
import { addsOwnAccount, breachEvents, movesTo, setsExcessRecipient } from './excess.ts'

describe('D99: money above the hold limit', () => {
  const service = testService()
  const DAY_END = '16:00:00Z'

  /** Advances the clock to the next midnight in Singapore, or by that many midnights. */
  async function endsDay(days = 1): Promise<void> {
    const now = service.now()
    const today = Temporal.Instant.from(`${now.toString().slice(0, 10)}T${DAY_END}`)
    const next = Temporal.Instant.compare(today, now) > 0 ? today : today.add({ hours: 24 })
    const left = next.add({ hours: 24 * (days - 1) }).since(now)
    await service.advance({ milliseconds: left.total('milliseconds') })
  }

  const heldOn = (ann: Person, id: number, currency = 'SGD') =>
    accountBalance(
      service.db.reader,
      ann.personal,
      `available:${id}` as `available:${number}`,
      currency,
    )
  const listed = (ann: Person) => ok(ann.call('GET /v1/transfers'))

  /** Creates a customer in Singapore with `amount` SGD, who set an excess recipient 24 hours ago. */
  async function resident(amount = 25_000) {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    const recipient = await addsOwnAccount(ann)
    await ok(setsExcessRecipient(ann, recipient))
    await service.advance({ hours: 24 })
    const balance = await topsUp(ann, 'SGD', amount)
    await service.settle()
    return { ann, recipient, balance }
  }

  it('opens a breach immediately, and is sent at midnight of the country as a funded transfer', async () => {
    const { ann, recipient, balance } = await resident()
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    expect(await listed(ann)).toEqual([])
    const left = Temporal.Instant.from(`${service.now().toString().slice(0, 10)}T${DAY_END}`)
    await service.advance({ milliseconds: left.since(service.now()).total('milliseconds') - 1 })
    expect(await listed(ann)).toEqual([])
    await service.advance({ milliseconds: 1 })
    const [sent, ...more] = await listed(ann)
    expect(more).toEqual([])
    expect(sent).toMatchObject({
      targetAccount: recipient,
      status: 'processing',
      sourceCurrency: 'SGD',
      targetCurrency: 'SGD',
      targetValue: 5000,
      user: ann.userId,
    })
    const [payment] = await ok(ann.call(`GET /v1/transfers/${sent.id}/payments`))
    expect(payment).toMatchObject({ method: 'BALANCE', balanceId: balance })
    // The fee is paid from the balance in addition to the excess.
    expect(payment.amount).toBeGreaterThan(5000)
    expect(await heldOn(ann, balance)).toBe(25_000_00n - BigInt(Math.round(payment.amount * 100)))
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED'])
    for (const name of ['funds_converted', 'outgoing_payment_sent'])
      await ok(simulate(ann, sent.id, name))
  })

  it('is reported by an event with the amount above the limit', async () => {
    const { ann } = await resident(20_500.5)
    await endsDay()
    const { rows } = await service.db.pool.query(
      `select payload from events where profile_id = $1 and name like 'hold-limit%' order by number`,
      [ann.personal],
    )
    const resource = {
      type: 'hold-limit-breach',
      hold_limit_breach_id: expect.any(Number),
      profile_id: ann.personal,
    }
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      { resource, amount: 500.5, currency: 'SGD', state: 'OPEN', closing_reason: null },
      { resource, amount: 500.5, currency: 'SGD', state: 'CLOSED' },
    ])
  })

  it('is limited in Malaysia in MYR and sent at its midnight', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'MY')
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann, 'MYR')))
    await service.advance({ hours: 24 })
    await topsUp(ann, 'MYR', 20_100)
    await endsDay()
    expect(await listed(ann)).toMatchObject([{ targetCurrency: 'MYR', targetValue: 100 }])
  })

  it('opens no breach exactly at the limit, without a country, or in a country without a limit', async () => {
    const { ann } = await resident(20_000)
    const [bob, eve] = [await service.createUser(), await service.createUser()]
    await movesTo(eve, 'GB')
    for (const one of [bob, eve]) await topsUp(one, 'SGD', 90_000)
    await endsDay(3)
    for (const one of [ann, bob, eve]) expect(await breachEvents(service, one)).toEqual([])
  })

  it('is not sent without a recipient, and is sent at the end of the day 24 hours after one is set', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    await topsUp(ann, 'SGD', 25_000)
    await endsDay(3)
    expect([await listed(ann), await breachEvents(service, ann)]).toEqual([[], ['OPEN']])
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann)))
    await endsDay()
    // Exactly 24 hours later, which is enough.
    expect(await listed(ann)).toHaveLength(1)
  })

  it('is not sent within 24 hours of setting or changing the recipient', async () => {
    const { ann } = await resident()
    await service.advance({ seconds: 1 })
    await ok(
      setsExcessRecipient(
        ann,
        await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Ann Other' }),
      ),
    )
    await endsDay()
    expect(await listed(ann)).toEqual([])
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await endsDay()
    expect(await listed(ann)).toHaveLength(1)
  })

  it('is not delayed by setting the same recipient again', async () => {
    const { ann, recipient } = await resident()
    await ok(setsExcessRecipient(ann, recipient))
    await endsDay()
    expect(await listed(ann)).toHaveLength(1)
  })

  it('is not sent within 24 hours of a change of country', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'GB')
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 48, seconds: 1 })
    await topsUp(ann, 'SGD', 25_000)
    await movesTo(ann, 'SG')
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await endsDay()
    expect(await listed(ann)).toEqual([])
    await endsDay()
    expect(await listed(ann)).toHaveLength(1)
  })

  it('is not sent while the profile has a debt', async () => {
    const { ann } = await resident()
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'USD', -100, 1)`,
      [ann.personal],
    )
    await endsDay()
    expect(await listed(ann)).toEqual([])
    await service.db.pool.query(
      `delete from ledger_accounts where profile_id = $1 and account = 'owed'`,
      [ann.personal],
    )
    await endsDay()
    expect(await listed(ann)).toHaveLength(1)
  })

  it('is not sent to a deactivated recipient, or to one in a currency of another country', async () => {
    const { ann, recipient } = await resident()
    await ok(ann.call(`DELETE /v2/accounts/${recipient}`))
    const { ann: bob } = await resident()
    await movesTo(bob, 'MY')
    await endsDay(3)
    for (const one of [ann, bob]) {
      expect(await listed(one)).toEqual([])
      expect((await breachEvents(service, one)).at(-1)).toBe('OPEN')
    }
  })

  it('is sent from other currencies and from savings balances when the balance in the currency of the limit does not cover it', async () => {
    const { ann, balance } = await resident(15_000)
    const pounds = await topsUp(ann, 'GBP', 6_000)
    const route = `POST /v4/profiles/${ann.personal}/balances`
    const body = { currency: 'SGD', type: 'SAVINGS', name: 'Jar' }
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const { id: jar } = await ok(ann.call(route, { body, headers }))
    await ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId: jar, currency: 'SGD', amount: 19_000 },
      }),
    )
    await endsDay()
    const sources = (await listed(ann)).map((one: { sourceCurrency: string }) => one.sourceCurrency)
    expect(sources).toEqual(['SGD', 'GBP'])
    expect([await heldOn(ann, balance), await heldOn(ann, jar)]).toEqual([0n, 19_000_00n])
    expect(await heldOn(ann, pounds, 'GBP')).toBeGreaterThan(0n)
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED AUTOMATICALLY_RESOLVED')

    const { ann: bob } = await resident(0.01)
    const { id: other } = await ok(
      bob.call(route.replace(`${ann.personal}`, `${bob.personal}`), {
        body,
        headers: { 'x-idempotence-uuid': randomUUID() },
      }),
    )
    await ok(
      bob.call('POST /v1/simulation/balance/topup', {
        body: { profileId: bob.personal, balanceId: other, currency: 'SGD', amount: 25_000 },
      }),
    )
    await endsDay()
    expect(await heldOn(bob, other)).toBeLessThan(20_000_00n)
  })

  it('is calculated and sent in the currency of the country that the customer moved to', async () => {
    const { ann, balance } = await resident(25_000)
    await movesTo(ann, 'MY')
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann, 'MYR')))
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED', 'OPEN'])
    await endsDay(2)
    const [sent] = await listed(ann)
    expect(sent).toMatchObject({ sourceCurrency: 'SGD', targetCurrency: 'MYR' })
    const funds = await ok(ann.call(`GET /v1/profiles/${ann.personal}/total-funds/MYR`))
    expect(funds.totalWorth.value).toBeLessThanOrEqual(20_000)
    expect(funds.totalWorth.value).toBeGreaterThan(19_000)
    expect(await heldOn(ann, balance)).toBeGreaterThan(0n)
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED AUTOMATICALLY_RESOLVED')
  })

  it('does not use a guaranteed rate of the customer’s quotes', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 24 })
    await topsUp(ann, 'GBP', 20_000)
    await service.settle()
    const dayEnd = Temporal.Instant.from(`${service.now().toString().slice(0, 10)}T${DAY_END}`)
    const left = dayEnd.since(service.now()).total('seconds')
    await service.advance({ seconds: (left > 0 ? left : left + 86_400) - 60 })
    const path = `/v3/profiles/${ann.personal}/quotes`
    const body = {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 10,
      payOut: 'BALANCE',
    }
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await ok(ann.call(`POST ${path}`, { body }))).id)
    await endsDay()
    expect(await listed(ann)).toMatchObject([{ sourceCurrency: 'GBP', targetCurrency: 'SGD' }])
    for (const id of ids) expect((await ok(ann.call(`GET ${path}/${id}`))).notices).toEqual([])
  })

  it('is checked daily only for profiles with money', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    await service.settle()
    const dueAt = async () =>
      (
        await service.db.pool.query(
          'select due_at is not null as due from hold_limit_checks where profile_id = $1',
          [ann.personal],
        )
      ).rows
    expect(await dueAt()).toEqual([{ due: false }])
    await topsUp(ann, 'SGD', 25_000)
    expect(await dueAt()).toEqual([{ due: true }])
    await service.settle()
    expect([await dueAt(), await breachEvents(service, ann)]).toEqual([[{ due: true }], ['OPEN']])
  })

  it('closes as MANUALLY_RESOLVED when the balance fell below the limit, or the customer left the country', async () => {
    const { ann } = await resident()
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { source: 'SGD', recipient, amount: 6_000 })
    const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
    await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
        body: { type: 'BALANCE' },
      }),
    )
    const { ann: bob } = await resident()
    await movesTo(bob, 'GB')
    await endsDay()
    expect(await listed(ann)).toHaveLength(1)
    expect(await listed(bob)).toEqual([])
    for (const one of [ann, bob])
      expect(await breachEvents(service, one)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED'])
  })

  it('is found at the end of the day when only the exchange rate changed', async () => {
    const { ann } = await resident(10)
    await topsUp(ann, 'GBP', 10_000)
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual([])
    await setsRate(service, 'GBP', '0.2')
    await endsDay()
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await setsRate(service, 'GBP', '0.75')
    await endsDay()
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED MANUALLY_RESOLVED')
  })
})

describe('D99: sending money above the hold limit concurrently', () => {
  const service = testService()
  const at = (text: string) => Temporal.Instant.from(text)

  /** Creates a customer in Singapore above the limit, and a function that runs the sweep at the end of the day. */
  async function due() {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    await ok(setsExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 24 })
    const balance = await topsUp(ann, 'SGD', 25_000)
    await service.settle()
    const end = at(`${service.now().toString().slice(0, 10)}T16:00:00Z`)
    const sweeps = async () => {
      const failures: unknown[] = []
      await runSweep(service.db, holdLimits, end, service.workerContext.sweepContext, (error) =>
        failures.push(error),
      )
      if (failures.length > 0) throw failures[0]
    }
    const held = {
      text: 'select from ledger_accounts where account = $1 for update',
      values: [`available:${balance}`],
    }
    const sent = () => ok(ann.call('GET /v1/transfers'))
    return { ann, balance, sweeps, held, sent }
  }

  it('two concurrent sweeps send the excess once', async () => {
    const { ann, sweeps, held, sent } = await due()
    const ended = await race(service.db, held, [sweeps, sweeps])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await sent()).toHaveLength(1)
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED'])
  })

  it.each(['first', 'second'])(
    'a concurrent payment and the sweep never send more than the balance allows; the sweep is %s',
    async (turn) => {
      const { ann, sweeps, held, sent } = await due()
      const recipient = await addsRecipient(ann)
      const quote = await createsQuote(ann, { source: 'SGD', recipient, amount: 4_000 })
      const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
      const funds = () =>
        ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
          body: { type: 'BALANCE' },
        })
      const before = await deadlocks(service.db)
      const racers: (() => Promise<unknown>)[] =
        turn === 'first' ? [sweeps, funds] : [funds, sweeps]
      const ended = await race(service.db, held, racers)
      expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      const excess = (await sent()).filter((one: { id: number }) => one.id !== id)
      expect(excess).toMatchObject([{ targetValue: turn === 'first' ? 5000 : 1000 }])
      expect(await deadlocks(service.db)).toBe(before)
    },
  )

  it.each(['first', 'second'])(
    'a concurrent credit is counted by this sweep or by the next one; the sweep is %s',
    async (turn) => {
      const { ann, balance, sweeps, held, sent } = await due()
      const arrives = () =>
        ann.call('POST /v1/simulation/balance/topup', {
          body: { profileId: ann.personal, balanceId: balance, currency: 'SGD', amount: 300 },
        })
      const before = await deadlocks(service.db)
      const racers: (() => Promise<unknown>)[] =
        turn === 'first' ? [sweeps, arrives] : [arrives, sweeps]
      await race(service.db, held, racers)
      expect(await sent()).toMatchObject([{ targetValue: turn === 'first' ? 5000 : 5300 }])
      await service.settle()
      const first = ['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED']
      expect(await breachEvents(service, ann)).toEqual(
        turn === 'first' ? [...first, 'OPEN'] : first,
      )
      expect(await deadlocks(service.db)).toBe(before)
    },
  )

  it('a country that changes while the sweep waits decides the limit', async () => {
    const { ann, sweeps, held, sent } = await due()
    const holder = await service.db.pool.connect()
    await holder.query('begin')
    await holder.query(held.text, held.values)
    const running = sweeps()
    await movesTo(ann, 'GB')
    await holder.query('commit')
    holder.release()
    await running
    expect(await sent()).toEqual([])
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED'])
  })
})

describe('D99: an attacker with a stolen token', () => {
  const service = testService()

  it('403 sca.challenge.required for setting another recipient, and the excess goes to the previous one', async () => {
    const ann = await service.createUser()
    await movesTo(ann, 'SG')
    const own = await addsOwnAccount(ann)
    await ok(setsExcessRecipient(ann, own))
    await setsPin(ann)
    const stolen = await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Eve Thief' })
    const token = challengeToken(await setsExcessRecipient(ann, stolen))
    // A token whose challenge is not cleared approves nothing.
    expect(
      challengeToken(await setsExcessRecipient(ann, stolen, { 'one-time-token': token })),
    ).toBeDefined()
    await topsUp(ann, 'SGD', 25_000)
    await service.advance({ hours: 72 })
    const sent = await ok(ann.call('GET /v1/transfers'))
    expect(sent.map((one: { targetAccount: number }) => one.targetAccount)).toEqual([own])
  })
})

describe('D99: statements.excess-account in live mode', () => {
  const service = testService({ mode: 'live' })

  it('403 sca.enrolment.required for a user without a factor', async () => {
    const ann = await service.createUser()
    expect(outcome(await setsExcessRecipient(ann, 1))).toBe('403 sca.enrolment.required')
  })
})
