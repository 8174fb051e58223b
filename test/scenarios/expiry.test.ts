// Unpaid transfers, unused quotes and locked rates expire.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../support/balances.ts'
import { setsRate } from '../support/exchange-rates.ts'
import { advanceTo, testService } from '../support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { minorOf, movesAt, subscribes, termsOf } from './observations.ts'

const RECEIVER = 'https://ann.example/hooks'

describe('an unpaid transfer', () => {
  const service = testService()

  // In the order of time, because the clock of the service only moves forward.
  it.each([
    [
      'GBP',
      '2026-04-01T10:00:00Z',
      '2026-04-11T00:00:00Z',
      'Good Friday and Easter Monday are bank holidays in England',
    ],
    [
      'CAD',
      '2026-06-29T00:00:00Z',
      '2026-07-08T00:00:00Z',
      'Canada Day, a Wednesday, is not a working day',
    ],
    [
      'EUR',
      '2026-12-22T23:59:59Z',
      '2026-12-31T00:00:00Z',
      'TARGET closes on Friday 25 December, and not on Monday 28',
    ],
    [
      'GBP',
      '2027-12-22T23:59:59Z',
      '2028-01-01T00:00:00Z',
      'Monday 27 and Tuesday 28 December 2027 are the substitute days for Christmas and Boxing Day',
    ],
  ])('in %s, created at %s, expires at %s because %s', async (source, begins, ends, _because) => {
    await advanceTo(service, begins)
    const ann = await service.createUser()
    await subscribes(ann, 'transfers#state-change', RECEIVER)
    const target = source === 'GBP' ? 'EUR' : 'GBP'
    const { id } = await createsTransfer(ann, { source, target, payIn: 'BANK_TRANSFER' })
    const end = Temporal.Instant.from(ends)
    await advanceTo(service, end.subtract({ minutes: 1 }).toString())
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
    await advanceTo(service, end.toString())
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    const late = await simulate(ann, id, 'processing')
    expect(outcome(late)).toBe('409 wrong_status')
    await service.settle()
    expect(movesAt(service, RECEIVER, id)).toEqual([
      'null -> incoming_payment_waiting',
      'incoming_payment_waiting -> cancelled',
    ])
  })
})

describe('an unused quote', () => {
  const service = testService()

  it('expires exactly 30 minutes after its creation', async () => {
    const ann = await service.createUser()
    const used = await createsQuote(ann)
    const forgotten = await createsQuote(ann)
    await service.advance({ minutes: 29, seconds: 59 })
    await createsTransfer(ann, { quoteId: used.id })
    await service.advance({ seconds: 1 })
    const statusOf = async (id: string) =>
      (await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${id}`))).status
    expect([await statusOf(used.id), await statusOf(forgotten.id)]).toEqual(['ACCEPTED', 'EXPIRED'])
    await expect(createsTransfer(ann, { quoteId: forgotten.id })).rejects.toThrow(
      'error.quote.expired',
    )
  })
})

describe('the locked rate of a transfer', () => {
  const service = testService()

  it('is replaced by the rate at the time of payment when it has expired; source amount and fee stay', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 1000)
    const quote = await createsQuote(ann)
    const { source, fee, target } = termsOf(quote, 'BALANCE')
    const { id } = await createsTransfer(ann, { quoteId: quote.id })
    await service.advance({ minutes: 30, seconds: 1 })
    await setsRate(service, 'EUR', '2')
    expect(await readsTransfer(ann, id)).toMatchObject({ rate: 0, targetValue: 0 })

    await ok(fundTransfer(ann, id))
    const booked = await readsTransfer(ann, id)
    expect(booked.rate).not.toBe(quote.rate)
    expect(minorOf(booked.sourceValue)).toBe(source - fee)
    // Rounded down, because the fee was agreed at another rate (D110).
    const exact = Number(source - fee) * booked.rate
    expect(Number(minorOf(booked.targetValue))).toBe(Math.floor(exact))
    expect(minorOf(booked.targetValue)).not.toBe(target)
    expect(await availableOn(ann, balance)).toBe(Number(1000_00n - source) / 100)
  })

  it('is not given to a fourth unpaid transfer until one of the others is paid', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    const locked = []
    for (let n = 0; n < 3; n++) locked.push(await createsTransfer(ann))
    const fourth = await createsQuote(ann)
    expect(fourth.notices.map(({ type }: { type: string }) => type)).toContain('INFO')
    const open = await createsTransfer(ann, { quoteId: fourth.id })
    expect(open).toMatchObject({ rate: 0, targetValue: 0 })

    await setsRate(service, 'EUR', '3')
    await ok(fundTransfer(ann, open.id))
    await ok(fundTransfer(ann, locked[0].id))
    expect((await readsTransfer(ann, locked[0].id)).rate).toBe(fourth.rate)
    expect((await readsTransfer(ann, open.id)).rate).not.toBe(fourth.rate)

    const fifth = await createsQuote(ann)
    expect(fifth.notices.map(({ type }: { type: string }) => type)).not.toContain('INFO')
    expect((await createsTransfer(ann, { quoteId: fifth.id })).rate).toBe(fifth.rate)
  })
})
