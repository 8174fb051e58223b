// Which quotes between balances hold their rate, and what the others are exchanged at (D111).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { create } from '../../../test/scenarios/racing.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { balanceOption, move, quote } from './counter.ts'

const LIVE = 'live rate of the moment it is made'

describe('rates of quotes between balances', () => {
  const service = testService()

  it('D111: the three newest hold their rate; an older one is exchanged at the rate of now', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [oldest, ...newest] = await quotesOver(service, ann, 4)
    await setEuros(service, '1.8')
    expect(await rateOf(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
    for (const each of newest) expect(await rateOf(ann, each)).toBe(each.rate)
  })

  it('D111: a quote that does not hold its rate says so, and then shows what was booked', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [oldest] = await quotesOver(service, ann, 4)
    expect(oldest.notices).toEqual([])
    const told = await read(ann, oldest.id)
    expect(told.notices).toEqual([expect.objectContaining({ type: 'INFO' })])
    expect(told.notices[0].text).toContain(LIVE)

    await setEuros(service, '1.8')
    const { body } = await move(ann, { quoteId: oldest.id })
    const before = balanceOption(oldest)
    expect(body.sourceAmount.value).toBe(before.sourceAmount)
    expect(body.targetAmount.value).toBeGreaterThan(1.9 * before.targetAmount)
    const booked = await read(ann, oldest.id)
    expect(booked).toMatchObject({ status: 'FUNDED', rate: body.rate })
    expect(balanceOption(booked)).toMatchObject({
      sourceAmount: before.sourceAmount,
      targetAmount: body.targetAmount.value,
    })
  })

  it('D111: 422 error.amount.not-payable when it would bring nothing at the rate of now', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [oldest] = await quotesOver(service, ann, 4)
    await setEuros(service, '0.0001')
    expect(outcome(await move(ann, { quoteId: oldest.id }))).toBe('422 error.amount.not-payable')
    expect((await read(ann, oldest.id)).status).toBe('PENDING')
    await setEuros(service, '0.9')
    expect(await rateOf(ann, oldest)).toBe(oldest.rate)
  })

  it('D111: executing or changing the newer ones gives an older one no rate back', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [oldest, second, third, fourth] = await quotesOver(service, ann, 4)
    await ok(move(ann, { quoteId: second.id }))
    await ok(patch(ann, third.id, { payOut: 'SWIFT' }))
    await ok(move(ann, { quoteId: fourth.id }))
    await setEuros(service, '1.8')
    expect(await rateOf(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
  })

  it('D111: a quote that becomes one between balances by PATCH counts from then on', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const plain = await createsQuote(ann, { amount: 10 })
    const [oldest, ...newer] = await quotesOver(service, ann, 3)
    await ok(patch(ann, plain.id, { payOut: 'BALANCE' }))
    await setEuros(service, '1.8')
    expect(await rateOf(ann, plain)).toBe(plain.rate)
    expect(await rateOf(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
    for (const each of newer) expect(await rateOf(ann, each)).toBe(each.rate)
  })

  it('D111: a quote that becomes one by PATCH after its rate has moved does not hold it', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [kept, late] = [
      await createsQuote(ann, { amount: 10 }),
      await createsQuote(ann, { amount: 10 }),
    ]
    await ok(patch(ann, kept.id, { payOut: 'BALANCE' }))
    await setEuros(service, '1.8')
    const changed = await ok(patch(ann, late.id, { payOut: 'BALANCE' }))
    expect(changed.notices.at(-1).text).toContain(LIVE)
    expect(await rateOf(ann, late)).toBeCloseTo(2 * late.rate, 6)
    expect(await rateOf(ann, kept)).toBe(kept.rate)
  })

  it('D111: unfunded transfers and quotes between balances share the limit, transfers first', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [oldest, newest] = await quotesOver(service, ann, 2)
    const transfers = [await createsTransfer(ann), await createsTransfer(ann)]
    expect((await read(ann, oldest.id)).notices).toHaveLength(1)
    expect((await read(ann, newest.id)).notices).toEqual([])
    transfers.push(await createsTransfer(ann))
    expect((await read(ann, newest.id)).notices).toHaveLength(1)
    const [beyond] = await quotesOver(service, ann, 1)
    expect(beyond.notices[0].text).toContain(LIVE)
    for (const { id } of transfers) await ok(fundTransfer(ann, id))
    await setEuros(service, '1.8')
    expect(await rateOf(ann, newest)).toBeCloseTo(2 * newest.rate, 6)
  })

  it('D111: of eight quotes made at once three hold their rate', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const made = await race(
      service.db,
      ratesOf(ann),
      Array.from({ length: 8 }, () => () => quote(ann, 'GBP', 'EUR', { sourceAmount: 10 })),
    )
    const ids = made.map((each) => (each.status === 'fulfilled' ? each.value.id : undefined))
    const shown = await Promise.all(ids.map((id) => read(ann, id)))
    expect(shown.filter(({ notices }) => notices.length === 0)).toHaveLength(3)
  })

  it('D111: a transfer and a quote between balances made at once never hold more than three rates', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    await createsTransfer(ann)
    await createsTransfer(ann)
    const recipient = await addsRecipient(ann)
    const { id: quoteId } = await createsQuote(ann, { recipient })
    const [converting] = await race<{ id: string }>(service.db, ratesOf(ann), [
      () => quote(ann, 'GBP', 'EUR', { sourceAmount: 10 }),
      () => createsTransfer(ann, { recipient, quoteId }),
    ])
    if (converting?.status !== 'fulfilled') throw new Error('the quote was refused')
    const told = await read(ann, converting.value.id)
    expect(told.notices).toEqual([expect.objectContaining({ type: 'INFO' })])
  })

  it('D111: two PATCHes at once to payOut BALANCE both succeed where there are newer quotes', async () => {
    const ann = await withBalances(service)
    const plain = await createsQuote(ann, { amount: 10 })
    await quotesOver(service, ann, 2)
    const change = () => patch(ann, plain.id, { payOut: 'BALANCE' })
    const both = await race(service.db, ratesOf(ann), [change, change])
    expect(both.map(outcomeOf)).toEqual(['200', '200'])
    await setEuros(service, '1.8')
    expect(await rateOf(ann, plain)).toBe(plain.rate)
  })

  it('D111: a transfer behind a PATCH to payOut BALANCE is refused where there are newer quotes', async () => {
    const ann = await withBalances(service)
    const recipient = await addsRecipient(ann)
    const plain = await createsQuote(ann, { amount: 10 })
    await quotesOver(service, ann, 2)
    const both = await race(service.db, ratesOf(ann), [
      () => patch(ann, plain.id, { payOut: 'BALANCE' }),
      () => create(ann, plain.id, recipient),
    ])
    expect(both.map(outcomeOf)).toEqual(['200', '422 INVALID_RECIPIENT'])
  })

  it('D92: a quote within one currency neither counts nor loses its rate', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const [first] = await quotesOver(service, ann, 1)
    for (let n = 0; n < 4; n += 1) {
      const within = await quote(ann, 'GBP', 'GBP', { sourceAmount: 10 })
      expect(within.notices).toEqual([])
    }
    expect((await read(ann, first.id)).notices).toEqual([])
  })
})

describe('with no limit of locked rates', () => {
  const service = testService({ settings: { lockedRateTransfersMax: 0 } })

  it('D111: every quote between balances holds its rate', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const all = await quotesOver(service, ann, 5)
    await setEuros(service, '1.8')
    for (const each of all) expect(await rateOf(ann, each)).toBe(each.rate)
  })

  it('D111: a quote that becomes one between balances by PATCH keeps its rate, also when rates moved', async () => {
    const ann = await withBalances(service)
    await setEuros(service, '0.9')
    const plain = await createsQuote(ann, { amount: 10 })
    await setEuros(service, '1.8')
    const changed = await ok(patch(ann, plain.id, { payOut: 'BALANCE' }))
    expect(changed.notices.map(({ text }: { text: string }) => text).join()).not.toContain(LIVE)
    expect(await rateOf(ann, plain)).toBe(plain.rate)
  })
})

/** SQL that takes the lock for which all wait who take one of the profile's rates. */
function ratesOf(person: Person) {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('quotes.rates_held', $1))`,
    values: [person.personal],
  }
}

function outcomeOf(ended: PromiseSettledResult<Reply>): string {
  return ended.status === 'fulfilled' ? outcome(ended.value) : String(ended.reason)
}

async function withBalances(service: TestService): Promise<Person> {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 1_000)
  await topsUp(ann, 'EUR', 1)
  return ann
}

/** What one US dollar is worth in euros from now on; a moment passes first, because rates are remembered. */
async function setEuros(service: TestService, perUsd: string): Promise<void> {
  await service.advance({ seconds: 2 })
  await setsRate(service, 'EUR', perUsd)
}

/** Quotes between balances, oldest first, a second apart. */
async function quotesOver(service: TestService, person: Person, count: number) {
  const made = []
  for (let n = 0; n < count; n += 1) {
    await service.advance({ seconds: 1 })
    made.push(await quote(person, 'GBP', 'EUR', { sourceAmount: 10 }))
  }
  return made
}

/** The rate at which the quote's money is exchanged. */
async function rateOf(person: Person, { id }: { readonly id: string }): Promise<number> {
  return (await ok(move(person, { quoteId: id }, randomUUID()))).rate
}

function read(person: Person, quoteId: string) {
  return ok(person.call(`GET /v3/profiles/${person.personal}/quotes/${quoteId}`))
}

function patch(person: Person, quoteId: string, body: object) {
  return person.call(`PATCH /v3/profiles/${person.personal}/quotes/${quoteId}`, { body })
}
