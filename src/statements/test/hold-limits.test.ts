// Money above the hold limit of a country is sent at the end of the day in that country (D99).

import { describe, expect, it } from 'vitest'
import { availableOn, opensJar } from '../../../test/support/balances.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import {
  addsOwnAccount,
  breachEvents,
  changesCountry,
  createsResident,
  endsDay,
  listsTransfers,
  nextMidnight,
  setExcessRecipient,
} from './excess.ts'

describe('D99: money above the hold limit', () => {
  const service = testService()

  it('opens a breach immediately, and is sent at midnight of the country as a funded transfer', async () => {
    const { ann, recipient, balance } = await createsResident(service)
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    expect(await listsTransfers(ann)).toEqual([])
    const left = nextMidnight(service).since(service.now())
    await service.advance({ milliseconds: left.total('milliseconds') - 1 })
    expect(await listsTransfers(ann)).toEqual([])
    await service.advance({ milliseconds: 1 })
    const [sent, ...more] = await listsTransfers(ann)
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
    expect(await availableOn(ann, balance)).toBe(Math.round((25_000 - payment.amount) * 100) / 100)
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED AUTOMATICALLY_RESOLVED'])
    for (const name of ['funds_converted', 'outgoing_payment_sent'])
      await ok(simulate(ann, sent.id, name))
  })

  it('is reported by events with the amount above the limit', async () => {
    const { ann } = await createsResident(service, 20_500.5)
    await endsDay(service)
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

  it('is money above 20,000 MYR in Malaysia, and is sent at midnight there', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'MY')
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann, 'MYR')))
    await service.advance({ hours: 24 })
    await topsUp(ann, 'MYR', 20_100)
    await endsDay(service)
    expect(await listsTransfers(ann)).toMatchObject([{ targetCurrency: 'MYR', targetValue: 100 }])
  })

  it('opens no breach exactly at the limit, without a country, or in a country without a limit', async () => {
    const { ann } = await createsResident(service, 20_000)
    const [bob, eve] = [await service.createUser(), await service.createUser()]
    await changesCountry(eve, 'GB')
    for (const person of [bob, eve]) await topsUp(person, 'SGD', 90_000)
    await endsDay(service, 3)
    for (const person of [ann, bob, eve]) expect(await breachEvents(service, person)).toEqual([])
  })

  it('is sent from balances in other currencies before savings when the balance in the currency of the limit does not cover it', async () => {
    const { ann, balance } = await createsResident(service, 15_000)
    const pounds = await topsUp(ann, 'GBP', 6_000)
    const savings = await opensJar(ann, 'SGD', { amount: 19_000 })
    await endsDay(service)
    const sources = (await listsTransfers(ann)).map(
      (transfer: { sourceCurrency: string }) => transfer.sourceCurrency,
    )
    expect(sources).toEqual(['SGD', 'GBP'])
    expect([await availableOn(ann, balance), await availableOn(ann, savings)]).toEqual([0, 19_000])
    expect(await availableOn(ann, pounds)).toBeGreaterThan(0)
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED AUTOMATICALLY_RESOLVED')
  })

  it('is sent from savings when no other balance covers it', async () => {
    const { ann } = await createsResident(service, 0.01)
    const savings = await opensJar(ann, 'SGD', { amount: 25_000 })
    await endsDay(service)
    expect(await availableOn(ann, savings)).toBeLessThan(20_000)
  })

  it('is calculated and sent in the currency of the country that the customer moved to', async () => {
    const { ann, balance } = await createsResident(service, 25_000)
    await changesCountry(ann, 'MY')
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann, 'MYR')))
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED', 'OPEN'])
    await endsDay(service, 2)
    const [sent] = await listsTransfers(ann)
    expect(sent).toMatchObject({ sourceCurrency: 'SGD', targetCurrency: 'MYR' })
    const funds = await ok(ann.call(`GET /v1/profiles/${ann.personal}/total-funds/MYR`))
    expect(funds.totalWorth.value).toBeLessThanOrEqual(20_000)
    expect(funds.totalWorth.value).toBeGreaterThan(19_000)
    expect(await availableOn(ann, balance)).toBeGreaterThan(0)
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED AUTOMATICALLY_RESOLVED')
  })

  it('is sent by a transfer that does not count among the three guaranteed rates of the customer’s quotes', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await ok(setExcessRecipient(ann, await addsOwnAccount(ann)))
    await service.advance({ hours: 24 })
    await topsUp(ann, 'GBP', 20_000)
    await service.settle()
    const left = nextMidnight(service).since(service.now())
    await service.advance({ seconds: left.total('seconds') - 60 })
    const path = `/v3/profiles/${ann.personal}/quotes`
    const body = {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 10,
      payOut: 'BALANCE',
    }
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await ok(ann.call(`POST ${path}`, { body }))).id)
    await endsDay(service)
    expect(await listsTransfers(ann)).toMatchObject([
      { sourceCurrency: 'GBP', targetCurrency: 'SGD' },
    ])
    // A quote that lost its guaranteed rate has the live-rate notice.
    for (const id of ids) expect((await ok(ann.call(`GET ${path}/${id}`))).notices).toEqual([])
  })

  it('is not checked for until the profile has money', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await service.settle()
    const listChecks = async () =>
      (
        await service.db.pool.query(
          'select due_at is not null as due from hold_limit_checks where profile_id = $1',
          [ann.personal],
        )
      ).rows
    expect(await listChecks()).toEqual([{ due: false }])
    await topsUp(ann, 'SGD', 25_000)
    expect(await listChecks()).toEqual([{ due: true }])
    await service.settle()
    expect([await listChecks(), await breachEvents(service, ann)]).toEqual([
      [{ due: true }],
      ['OPEN'],
    ])
  })

  it('is a breach that closes as MANUALLY_RESOLVED when the balance falls below the limit, or the customer leaves the country', async () => {
    const { ann } = await createsResident(service)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { source: 'SGD', recipient, amount: 6_000 })
    const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
    await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
        body: { type: 'BALANCE' },
      }),
    )
    const { ann: bob } = await createsResident(service)
    await changesCountry(bob, 'GB')
    await endsDay(service)
    expect(await listsTransfers(ann)).toHaveLength(1)
    expect(await listsTransfers(bob)).toEqual([])
    for (const person of [ann, bob])
      expect(await breachEvents(service, person)).toEqual(['OPEN', 'CLOSED MANUALLY_RESOLVED'])
  })

  it('opens a breach at the end of a day when only the exchange rate changed, and the breach closes when the rate changes back', async () => {
    const { ann } = await createsResident(service, 10)
    await topsUp(ann, 'GBP', 10_000)
    await service.settle()
    expect(await breachEvents(service, ann)).toEqual([])
    await setsRate(service, 'GBP', '0.2')
    await endsDay(service)
    expect(await breachEvents(service, ann)).toEqual(['OPEN'])
    await setsRate(service, 'GBP', '0.75')
    await endsDay(service)
    expect((await breachEvents(service, ann)).at(-1)).toBe('CLOSED MANUALLY_RESOLVED')
  })
})
