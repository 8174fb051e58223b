// The newest quotes between balances lock their rate; older ones are exchanged at the current rate (D111).

import { describe, expect, it } from 'vitest'
import { createTransfer } from '../../../test/scenarios/racing.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import type { Person } from '../../../test/support/people.ts'
import { heldRatesLock, raceResults } from '../../../test/support/race.ts'
import { type TestService, testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  optionOf,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getQuote, patchQuote } from '../../quotes/test/quote-requests.ts'
import { createMovement, createsBalanceQuote } from './fixtures.ts'

/** Part of the notice of a quote whose rate is not locked. */
const LIVE_RATE = 'live rate of the moment it is made'

describe('rates of quotes between balances', () => {
  const service = testService()

  it('D111: the three newest quotes lock their rate; an older one is exchanged at the current rate', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [oldest, ...newest] = await createsBalanceQuotes(service, ann, 4)
    await setsEuroRate(service, '1.8')
    expect(await convertsAtRate(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
    for (const quote of newest) expect(await convertsAtRate(ann, quote)).toBe(quote.rate)
  })

  it('D111: a quote without a locked rate has a notice, and shows the booked rate afterwards', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [oldest] = await createsBalanceQuotes(service, ann, 4)
    expect(oldest.notices).toEqual([])
    const shown = await readsQuote(ann, oldest.id)
    expect(shown.notices).toEqual([expect.objectContaining({ type: 'INFO' })])
    expect(shown.notices[0].text).toContain(LIVE_RATE)

    await setsEuroRate(service, '1.8')
    const { body } = await createMovement(ann, { quoteId: oldest.id })
    const before = optionOf(oldest, 'BALANCE')
    expect(body.sourceAmount.value).toBe(before.sourceAmount)
    expect(body.targetAmount.value).toBeGreaterThan(1.9 * before.targetAmount)
    const booked = await readsQuote(ann, oldest.id)
    expect(booked).toMatchObject({ status: 'FUNDED', rate: body.rate })
    expect(optionOf(booked, 'BALANCE')).toMatchObject({
      sourceAmount: before.sourceAmount,
      targetAmount: body.targetAmount.value,
    })
  })

  it('D111: 422 error.amount.not-payable when the current rate leaves a target amount of zero', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [oldest] = await createsBalanceQuotes(service, ann, 4)
    await setsEuroRate(service, '0.0001')
    expect(outcome(await createMovement(ann, { quoteId: oldest.id }))).toBe(
      '422 error.amount.not-payable',
    )
    expect((await readsQuote(ann, oldest.id)).status).toBe('PENDING')
    await setsEuroRate(service, '0.9')
    expect(await convertsAtRate(ann, oldest)).toBe(oldest.rate)
  })

  it('D111: using or changing newer quotes does not lock the rate of an older one again', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [oldest, second, third, fourth] = await createsBalanceQuotes(service, ann, 4)
    await ok(createMovement(ann, { quoteId: second.id }))
    await ok(patchQuote(ann, third.id, { payOut: 'SWIFT' }))
    await ok(createMovement(ann, { quoteId: fourth.id }))
    await setsEuroRate(service, '1.8')
    expect(await convertsAtRate(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
  })

  it('D111: a quote whose payOut becomes BALANCE by PATCH counts towards the limit from then on', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const plain = await createsQuote(ann, { amount: 10 })
    const [oldest, ...newer] = await createsBalanceQuotes(service, ann, 3)
    await ok(patchQuote(ann, plain.id, { payOut: 'BALANCE' }))
    await setsEuroRate(service, '1.8')
    expect(await convertsAtRate(ann, plain)).toBe(plain.rate)
    expect(await convertsAtRate(ann, oldest)).toBeCloseTo(2 * oldest.rate, 6)
    for (const quote of newer) expect(await convertsAtRate(ann, quote)).toBe(quote.rate)
  })

  it('D111: a quote whose payOut becomes BALANCE after the rate has moved does not lock its rate', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [early, late] = [
      await createsQuote(ann, { amount: 10 }),
      await createsQuote(ann, { amount: 10 }),
    ]
    await ok(patchQuote(ann, early.id, { payOut: 'BALANCE' }))
    await setsEuroRate(service, '1.8')
    const changed = await ok(patchQuote(ann, late.id, { payOut: 'BALANCE' }))
    expect(changed.notices.at(-1).text).toContain(LIVE_RATE)
    expect(await convertsAtRate(ann, late)).toBeCloseTo(2 * late.rate, 6)
    expect(await convertsAtRate(ann, early)).toBe(early.rate)
  })

  it('D111: unfunded transfers and quotes between balances share the limit, and transfers come first', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [oldest, newest] = await createsBalanceQuotes(service, ann, 2)
    const transfers = [await createsTransfer(ann), await createsTransfer(ann)]
    expect((await readsQuote(ann, oldest.id)).notices).toHaveLength(1)
    expect((await readsQuote(ann, newest.id)).notices).toEqual([])
    transfers.push(await createsTransfer(ann))
    expect((await readsQuote(ann, newest.id)).notices).toHaveLength(1)
    const [beyond] = await createsBalanceQuotes(service, ann, 1)
    expect(beyond.notices[0].text).toContain(LIVE_RATE)
    for (const { id } of transfers) await ok(fundTransfer(ann, id))
    await setsEuroRate(service, '1.8')
    expect(await convertsAtRate(ann, newest)).toBeCloseTo(2 * newest.rate, 6)
  })

  it('D111: of eight quotes created concurrently three lock their rate', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const quotes = await raceResults(
      service.db,
      heldRatesLock(ann.personal),
      Array.from(
        { length: 8 },
        () => () => createsBalanceQuote(ann, 'GBP', 'EUR', { sourceAmount: 10 }),
      ),
    )
    const ids = quotes.map(({ id }) => id)
    const shown = await Promise.all(ids.map((id) => readsQuote(ann, id)))
    expect(shown.filter(({ notices }) => notices.length === 0)).toHaveLength(3)
  })

  it('D111: a transfer and a quote created concurrently never lock more than three rates', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    await createsTransfer(ann)
    await createsTransfer(ann)
    const recipient = await addsRecipient(ann)
    const { id: quoteId } = await createsQuote(ann, { recipient })
    const [converting] = await raceResults<{ id: string }>(
      service.db,
      heldRatesLock(ann.personal),
      [
        () => createsBalanceQuote(ann, 'GBP', 'EUR', { sourceAmount: 10 }),
        () => createsTransfer(ann, { recipient, quoteId }),
      ],
    )
    const shown = await readsQuote(ann, converting?.id ?? '')
    expect(shown.notices).toEqual([expect.objectContaining({ type: 'INFO' })])
  })

  it('D111: 200 for both of two concurrent PATCHes to payOut BALANCE when there are newer quotes', async () => {
    const ann = await createsUserWithBalances(service)
    const plain = await createsQuote(ann, { amount: 10 })
    await createsBalanceQuotes(service, ann, 2)
    const change = () => patchQuote(ann, plain.id, { payOut: 'BALANCE' })
    const both = await raceResults(service.db, heldRatesLock(ann.personal), [change, change])
    expect(both.map(outcome)).toEqual(['200', '200'])
    await setsEuroRate(service, '1.8')
    expect(await convertsAtRate(ann, plain)).toBe(plain.rate)
  })

  it('D111: 422 INVALID_RECIPIENT for a transfer that waits for a PATCH to payOut BALANCE', async () => {
    const ann = await createsUserWithBalances(service)
    const recipient = await addsRecipient(ann)
    const plain = await createsQuote(ann, { amount: 10 })
    await createsBalanceQuotes(service, ann, 2)
    const both = await raceResults(service.db, heldRatesLock(ann.personal), [
      () => patchQuote(ann, plain.id, { payOut: 'BALANCE' }),
      () => createTransfer(ann, plain.id, recipient),
    ])
    expect(both.map(outcome)).toEqual(['200', '422 INVALID_RECIPIENT'])
  })

  it('D92: quotes within one currency do not count towards the limit, and have no notice', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const [first] = await createsBalanceQuotes(service, ann, 1)
    for (let n = 0; n < 4; n += 1) {
      const within = await createsBalanceQuote(ann, 'GBP', 'GBP', { sourceAmount: 10 })
      expect(within.notices).toEqual([])
    }
    expect((await readsQuote(ann, first.id)).notices).toEqual([])
  })
})

describe('without a limit of locked rates', () => {
  const service = testService({ settings: { lockedRateTransfersMax: 0 } })

  it('D111: every quote between balances locks its rate', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const all = await createsBalanceQuotes(service, ann, 5)
    await setsEuroRate(service, '1.8')
    for (const quote of all) expect(await convertsAtRate(ann, quote)).toBe(quote.rate)
  })

  it('D111: a quote whose payOut becomes BALANCE keeps its rate, also after rates have moved', async () => {
    const ann = await createsUserWithBalances(service)
    await setsEuroRate(service, '0.9')
    const plain = await createsQuote(ann, { amount: 10 })
    await setsEuroRate(service, '1.8')
    const changed = await ok(patchQuote(ann, plain.id, { payOut: 'BALANCE' }))
    expect(changed.notices.map(({ text }: { text: string }) => text).join()).not.toContain(
      LIVE_RATE,
    )
    expect(await convertsAtRate(ann, plain)).toBe(plain.rate)
  })
})

async function createsUserWithBalances(service: TestService): Promise<Person> {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 1_000)
  await topsUp(ann, 'EUR', 1)
  return ann
}

/** Sets how many euros a US dollar is worth. Advances the clock first, because rates are cached. */
async function setsEuroRate(service: TestService, perUsd: string): Promise<void> {
  await service.advance({ seconds: 2 })
  await setsRate(service, 'EUR', perUsd)
}

/** Creates quotes between balances, one each second; oldest first. */
async function createsBalanceQuotes(service: TestService, person: Person, count: number) {
  const quotes = []
  for (let n = 0; n < count; n += 1) {
    await service.advance({ seconds: 1 })
    quotes.push(await createsBalanceQuote(person, 'GBP', 'EUR', { sourceAmount: 10 }))
  }
  return quotes
}

/** Converts the money of the quote, and returns the rate that was booked. */
async function convertsAtRate(person: Person, { id }: { readonly id: string }): Promise<number> {
  return (await ok(createMovement(person, { quoteId: id }))).rate
}

function readsQuote(person: Person, quoteId: string) {
  return ok(getQuote(person, quoteId))
}
