// Attacks that gain money if rounding ever pays the customer, over HTTP against the whole service (D110).

import { describe, expect, it } from 'vitest'
import { createMovement, requestBalanceQuote } from '../../src/conversions/test/fixtures.ts'
import { midMarket } from '../../src/corridors/index.ts'
import type { Person } from '../support/people.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { testService } from '../support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  optionOf,
  simulate,
  topsUp,
} from '../support/transfers.ts'

const LOOPS = 8
const YEN_BOUGHT = 16
/** The smallest conversion to rupiah is 50,000 IDR, about 500 JPY. */
const YEN_AT_START = 500
const RANDOM_STEPS = 40
const SEED = 110
/** The longest of these tests sends about 200 requests, which takes longer than the default limit of a test. */
const TIMEOUT_MS = 60_000
/** A smaller gain is an error of floating-point numbers, far below every minor unit. */
const ROUNDING_ERROR_MAX_USD = 1e-9

type Holding = { readonly amount: { readonly value: number; readonly currency: string } }

describe('D110: rounding never pays the customer', () => {
  const service = testService()

  it('buying 1 JPY with rupiah many times and selling the yen leaves no more than before', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'IDR', 35_000)
    await topsUp(ann, 'JPY', YEN_AT_START)
    const before = await worthUsd(ann)
    for (let bought = 0; bought < YEN_BOUGHT; bought += 1)
      expect(await convert(ann, 'IDR', 'JPY', { targetAmount: 1 })).toBe(true)
    const yen = YEN_AT_START + YEN_BOUGHT
    expect(await convert(ann, 'JPY', 'IDR', { sourceAmount: yen })).toBe(true)
    expect(await worthUsd(ann)).toBeLessThanOrEqual(before + ROUNDING_ERROR_MAX_USD)
  })

  it('picking the best of many small amounts of GBP and EUR each time leaves no more than before', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 300)
    await topsUp(ann, 'EUR', 10)
    const before = await worthUsd(ann)
    for (let loop = 0; loop < LOOPS; loop += 1) {
      expect(await convertBest(ann, 'GBP', 'EUR')).toBe(true)
      expect(await convertBest(ann, 'EUR', 'GBP')).toBe(true)
    }
    expect(await worthUsd(ann)).toBeLessThanOrEqual(before + ROUNDING_ERROR_MAX_USD)
  })

  it('random conversions, transfers, cancellations and refunds leave no more than before', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const ann = await service.createUser()
    const random = seededRandom(SEED)
    for (const currency of currencies) await topsUp(ann, currency, 10_000)
    const before = await worthUsd(ann)
    let converted = 0
    for (let step = 0; step < RANDOM_STEPS; step += 1) {
      const [source, target] = [random.pick(currencies), random.pick(currencies)]
      const amount = 1 + random.whole(200)
      if (random.oneIn(3)) await payAndReverse(ann, random.pick(reversals))
      else if (source !== target)
        converted += Number(
          await convert(ann, source, target, {
            [random.pick(['sourceAmount', 'targetAmount'])]: amount,
          }),
        )
      expect(await worthUsd(ann)).toBeLessThanOrEqual(before + ROUNDING_ERROR_MAX_USD)
    }
    expect(converted).toBeGreaterThan(0)
  })
})

const currencies = ['GBP', 'EUR', 'JPY', 'IDR', 'USD'] as const
const reversals = ['cancel', 'refund'] as const

/** Converts unless the quote or the conversion is refused. Returns whether the conversion was booked. */
async function convert(
  person: Person,
  source: string,
  target: string,
  amount: object,
): Promise<boolean> {
  const { status, body: quote } = await requestBalanceQuote(person, source, target, amount)
  if (status !== 200) return false
  return (await createMovement(person, { quoteId: quote.id })).status === 201
}

// Small amounts, of which one cent of rounding is a large share.
const CENTS_TRIED = [86, 87, 88, 100, 101, 117, 118, 134, 150]

/** Converts the amount with the greatest gain. Returns whether the service priced at least one amount. */
async function convertBest(person: Person, source: string, target: string): Promise<boolean> {
  let best: { readonly gainUsd: number; readonly quoteId: string } | undefined
  for (const cents of CENTS_TRIED) {
    const amount = { sourceAmount: cents / 100 }
    const { status, body: quote } = await requestBalanceQuote(person, source, target, amount)
    if (status !== 200) continue
    const { sourceAmount, targetAmount } = optionOf(quote, 'BALANCE')
    const gainUsd = usdOf(targetAmount, target) - usdOf(sourceAmount, source)
    if (best === undefined || gainUsd > best.gainUsd) best = { gainUsd, quoteId: quote.id }
  }
  if (best === undefined) return false
  await ok(createMovement(person, { quoteId: best.quoteId }))
  return true
}

/** Pays for a transfer that is cancelled or refunded. */
async function payAndReverse(person: Person, method: (typeof reversals)[number]): Promise<void> {
  const { id } = await createsTransfer(person, { amount: 2 })
  await ok(fundTransfer(person, id))
  if (method === 'cancel') {
    await ok(person.call(`PUT /v1/transfers/${id}/cancel`))
    return
  }
  for (const next of ['funds_converted', 'outgoing_payment_sent', 'bounced_back', 'funds_refunded'])
    await ok(simulate(person, id, next))
}

/** The worth of all balances at mid-market rates. */
async function worthUsd(person: Person): Promise<number> {
  const held: Holding[] = await ok(
    person.call(`GET /v4/profiles/${person.personal}/balances?types=STANDARD`),
  )
  return held.reduce((sum, { amount }) => sum + usdOf(amount.value, amount.currency), 0)
}

function usdOf(value: number, currency: string): number {
  return value / Number(midMarket.perUsd[currency])
}
