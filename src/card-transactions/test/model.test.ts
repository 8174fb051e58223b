// The arithmetic of captures and refunds. Random cases print their seed when they fail.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceCurrencies, leastExchangeFeeMinor } from '../../corridors/index.ts'
import { CELL_MAX } from '../../kernel/cells.ts'
import { decimal, decimalText } from '../../kernel/decimal.ts'
import { cellOf, type Id, lastIdBefore } from '../../kernel/ids.ts'
import { exchange, money } from '../../kernel/money.ts'
import {
  cardAuthorised,
  cardCaptured,
  cardRateDifference,
  cardRefunded,
  type Journal,
} from '../../ledger/index.ts'
import { deskAt } from '../../quotes/pricing/desk.ts'
import type { RateTable } from '../../quotes/rates/rate-table.ts'
import {
  type Captured,
  captureMaxMinor,
  captureTerms,
  type Debit,
  hasLapsed,
  holdMinor,
  openUsageMinor,
  refundTerms,
  settle,
} from '../model.ts'
import { numbersOf, transactionIdOf } from '../references.ts'

const balanceId = 3 as Id<'balance'>
const id = 31 as Id<'card-transaction'>
const applicationId = 2 as Id<'application'>

const debitOf = (debit: Partial<Debit> = {}): Debit => ({
  balanceId,
  currency: 'GBP',
  debitMinor: 1000n,
  feeMinor: 10n,
  partnerFeeMinor: 4n,
  partnerApplicationId: applicationId,
  rate: '1.1',
  ...debit,
})

describe('captureTerms', () => {
  const authorised = { currency: 'EUR', amountMinor: 1089n, debit: debitOf() }
  const shareOf = (minor: bigint, leastMinor = 1n) => {
    const { source, fee, target, partner } = captureTerms(authorised, minor, leastMinor)
    return [source.minor, fee.minor, partner?.fee.minor ?? 0n, target.minor]
  }

  it.each([
    [1089n, 1n, [1000n, 10n, 4n, 1089n], 'the whole amount costs exactly the debit'],
    [
      545n,
      1n,
      [501n, 6n, 2n, 545n],
      'a partial capture is rounded up, the share of the partner down',
    ],
    [1n, 1n, [1n, 1n, 0n, 1n], 'one minor unit costs one, which is all fee'],
    [2178n, 1n, [2000n, 20n, 8n, 2178n], 'twice the amount costs twice as much'],
    [545n, 9n, [501n, 9n, 0n, 545n], 'the fee is never below the least fee'],
    [545n, 5n, [501n, 6n, 1n, 545n], 'the share of the partner leaves the least fee'],
  ])('%i with a least fee of %i is %o: %s', (minor, leastMinor, expected, _) => {
    expect(shareOf(minor, leastMinor)).toEqual(expected)
  })

  it('within one currency the amount is the debit, without a fee', () => {
    const inPounds = { currency: 'GBP', amountMinor: 1000n, debit: debitOf({ feeMinor: 0n }) }
    const terms = captureTerms(inPounds, 700n, 1n)
    expect([terms.source, terms.fee.minor, terms.target]).toEqual([
      money(700n, 'GBP'),
      0n,
      money(700n, 'GBP'),
    ])
  })
})

describe('settle', () => {
  const terms = { source: money(100n, 'GBP'), fee: money(0n, 'GBP'), target: money(110n, 'EUR') }
  it.each([
    [100n, 100n, 0n, [0n, 0n, 0n], 'the hold covers the cost'],
    [100n, 60n, 40n, [0n, 0n, 0n], 'the hold and the balance cover the cost'],
    [100n, 60n, 30n, [0n, 10n, 0n], 'the balance lacks ten, which are owed'],
    [100n, 0n, 0n, [0n, 100n, 0n], 'without hold and balance the whole cost is owed'],
    [120n, 100n, 5n, [-20n, 0n, 15n], 'the difference is owed'],
    [120n, 90n, 5n, [-20n, 10n, 15n], 'parts of the cost and of the difference are owed'],
    [70n, 100n, 0n, [30n, 0n, 0n], 'the customer gains by the rate'],
    [70n, 60n, 0n, [30n, 10n, 0n], 'the gain does not cover the rest'],
  ])(
    'a cost of %i with %i held and %i available: %o, %s',
    (costMinor, heldMinor, availableMinor, expected, _) => {
      const { differenceMinor, owedMinor, owedDifferenceMinor } = settle(terms, costMinor, {
        heldMinor,
        availableMinor,
      })
      expect([differenceMinor, owedMinor, owedDifferenceMinor]).toEqual(expected)
    },
  )
})

it.each([
  [1000n, 1200n],
  [1n, 1n],
  [5n, 6n],
  [0n, 0n],
])('a clearing after an authorisation of %i takes at most %i', (amount, most) => {
  expect(captureMaxMinor(amount)).toBe(most)
})

it.each([
  [100n, 100n, 1000n, 10n],
  [100n, 50n, 1000n, 5n],
  [20n, 4n, 200n, 0n],
  [20n, 5n, 200n, 1n],
  [0n, 0n, 0n, 0n],
])('of a usage of %i, an open amount of %i of %i keeps %i, rounded half up', (usage, ...row) => {
  const [open, amount, expected] = row
  expect(openUsageMinor(usage, open, amount)).toBe(expected)
})

it.each([
  ['IN_PROGRESS', 0, true],
  ['IN_PROGRESS', -1, false],
  ['COMPLETED', 0, false],
] as const)('a hold of a %s payment %i ms after its end has lapsed: %s', (state, late, lapsed) => {
  const lapsesAt = Temporal.Instant.from('2026-01-08T00:00:00Z')
  expect(hasLapsed({ state, lapsesAt }, lapsesAt.add({ milliseconds: late }))).toBe(lapsed)
})

describe('references', () => {
  it.each([1, 31, 1_234_567, 5_000_000_000_001])(
    'D128: transaction %i is found by its numbers in its cell',
    (n) => {
      expect(transactionIdOf(numbersOf(n as Id<'card-transaction'>), cellOf(n))).toBe(n)
    },
  )

  it('D128: the numbers of a transaction have 6, 12 and 15 digits in the last cell, too', () => {
    const id = (lastIdBefore(CELL_MAX) + 31) as Id<'card-transaction'>
    expect(Object.values(numbersOf(id)).map(({ length }) => length)).toEqual([6, 12, 15])
  })

  it.each([
    ['1', '0'],
    ['0', '0'],
    ['1', '1000000000001'],
    ['1', 'x'],
    ['1', '9'.repeat(20)],
    ['2', '000000000001'],
  ])('stan %s with retrieval number %s refers to no transaction', (stan, retrievalReferenceNum) => {
    expect(transactionIdOf({ stan, retrievalReferenceNum }, 0)).toBeUndefined()
  })
})

/** What each account gains, by currency. */
function net(journals: readonly Journal[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { postings } of journals)
    for (const { from, to, amount } of postings)
      for (const [account, minor] of [
        [from, -amount.minor],
        [to, amount.minor],
      ] as const) {
        const key = `${account} ${amount.currency}`
        sums.set(key, (sums.get(key) ?? 0n) + minor)
      }
  return new Map([...sums].filter(([, minor]) => minor !== 0n))
}

const currencies = ['GBP', 'EUR', 'JPY', 'IDR', 'KES'].filter((code) =>
  balanceCurrencies.includes(code),
)

/** Half of the amounts are so small that rounding decides. */
const amounts = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 10_000_000n))

const payment = fc
  .record({
    source: fc.constantFrom(...currencies),
    target: fc.constantFrom(...currencies),
    perSource: fc.integer({ min: 1, max: 5_000_000 }),
    amount: amounts,
    partner: fc.constantFrom(undefined, '0.005', '0.3'),
  })
  .filter(({ source, target }) => source !== target)

function authorise({
  source,
  target,
  perSource,
  amount,
  partner,
}: typeof payment extends fc.Arbitrary<infer T> ? T : never) {
  const rate = decimal((perSource / 1000).toFixed(3))
  const rates = { cross: () => rate } as unknown as RateTable
  const desk = deskAt(
    rates,
    partner === undefined ? undefined : { applicationId, price: decimal(partner) },
  )
  const offer = desk.buy(money(amount, target), source)
  if (offer === undefined) return undefined
  const { terms } = offer
  const debit = debitOf({
    currency: source,
    debitMinor: terms.source.minor,
    feeMinor: terms.fee.minor,
    partnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    rate: decimalText(rate),
  })
  const leastMinor = leastExchangeFeeMinor({ source, target, rate }, debit.debitMinor)
  return {
    authorised: { currency: target, amountMinor: amount, debit },
    rate,
    leastMinor,
    source,
    target,
  }
}

function capturedBy(terms: ReturnType<typeof captureTerms>): Captured {
  return {
    capturedMinor: terms.target.minor,
    refundedMinor: 0n,
    costMinor: terms.source.minor,
    capturedFeeMinor: terms.fee.minor,
    capturedPartnerMinor: terms.partner?.fee.minor ?? 0n,
    refundedFeeMinor: 0n,
    refundedPartnerMinor: 0n,
  }
}

describe('properties', () => {
  it('D110: the customer, the merchant and the partner together never gain by a capture and refunds', () => {
    fc.assert(
      fc.property(
        payment,
        fc.bigInt(1n, 1200n),
        fc.array(fc.bigInt(1n, 1000n), { maxLength: 6 }),
        (wanted, share, refunds) => {
          const made = authorise(wanted)
          if (made === undefined) return
          const { authorised, rate, leastMinor, source } = made
          const minor = (authorised.amountMinor * share) / 1000n
          const terms = captureTerms(authorised, minor > 0n ? minor : 1n, leastMinor)
          let captured = capturedBy(terms)
          const inSource = (minor: bigint) =>
            (Number(minor) /
              Number(exchange(money(10n ** 12n, source), rate, authorised.currency, 'down'))) *
            1e12
          // What the three have, in minor units of the source at mid-market.
          const wealth = (paid: bigint, share: bigint, left: bigint) =>
            Number(share - paid) + inSource(left)
          let paid = terms.source.minor
          let partner = terms.partner?.fee.minor ?? 0n
          let merchant = terms.target.minor
          expect(wealth(paid, partner, merchant)).toBeLessThanOrEqual(1e-6 * Number(paid))
          for (const each of refunds) {
            const left = captured.capturedMinor - captured.refundedMinor
            const refund = (left * each) / 1000n
            if (refund === 0n) continue
            const back = refundTerms(authorised, captured, refund)
            paid -= back.source.minor
            partner -= back.partner?.fee.minor ?? 0n
            merchant -= refund
            captured = {
              ...captured,
              refundedMinor: captured.refundedMinor + refund,
              refundedFeeMinor: captured.refundedFeeMinor + back.fee.minor,
              refundedPartnerMinor: captured.refundedPartnerMinor + (back.partner?.fee.minor ?? 0n),
            }
            expect(wealth(paid, partner, merchant)).toBeLessThanOrEqual(
              1e-6 * Number(terms.source.minor),
            )
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('refunds of the whole amount, in any parts, restore every account exactly', () => {
    fc.assert(
      fc.property(payment, fc.array(fc.bigInt(1n, 999n), { maxLength: 8 }), (wanted, refunds) => {
        const made = authorise(wanted)
        if (made === undefined) return
        const { authorised, leastMinor, source } = made
        const terms = captureTerms(authorised, authorised.amountMinor, leastMinor)
        expect(terms.source.minor).toBe(authorised.debit.debitMinor)
        const heldMinor = holdMinor(authorised, authorised.amountMinor)
        const journals = [
          cardAuthorised(id, balanceId, money(heldMinor, source)),
          cardCaptured(id, balanceId, { terms, heldMinor, owedMinor: 0n }),
        ]
        let captured = capturedBy(terms)
        for (const each of [...refunds, 1000n]) {
          const refund = ((captured.capturedMinor - captured.refundedMinor) * each) / 1000n
          if (refund === 0n) continue
          const back = refundTerms(authorised, captured, refund)
          journals.push(cardRefunded(id, balanceId, back))
          for (const { amount } of journals.at(-1)?.postings ?? [])
            expect(amount.minor > 0n).toBe(true)
          captured = {
            ...captured,
            refundedMinor: captured.refundedMinor + refund,
            refundedFeeMinor: captured.refundedFeeMinor + back.fee.minor,
            refundedPartnerMinor: captured.refundedPartnerMinor + (back.partner?.fee.minor ?? 0n),
          }
        }
        expect(captured.refundedMinor).toBe(captured.capturedMinor)
        expect(net(journals)).toEqual(new Map())
      }),
      { numRuns: 1000 },
    )
  })

  it('a hold that is reduced in several steps is released completely', () => {
    fc.assert(
      fc.property(payment, fc.array(fc.bigInt(0n, 1000n)), (wanted, shares) => {
        const made = authorise(wanted)
        if (made === undefined) return
        const { authorised } = made
        const steps = shares
          .map((share) => (authorised.amountMinor * share) / 1000n)
          .sort((a, b) => Number(b - a))
        let held = holdMinor(authorised, authorised.amountMinor)
        expect(held).toBe(authorised.debit.debitMinor)
        for (const open of [...steps, 0n]) {
          const next = holdMinor(authorised, open)
          expect(next <= held).toBe(true)
          held = next
        }
        expect(held).toBe(0n)
      }),
    )
  })

  it('D111a: capture and rate difference together take the cost from hold, balance and debt', () => {
    fc.assert(
      fc.property(
        payment,
        fc.bigInt(1n, 3000n),
        fc.bigInt(0n, 1000n),
        fc.bigInt(0n, 10_000n),
        (wanted, costShare, heldShare, availableMinor) => {
          const made = authorise(wanted)
          if (made === undefined) return
          const { authorised, leastMinor, source } = made
          const terms = captureTerms(authorised, authorised.amountMinor, leastMinor)
          const costMinor = (terms.source.minor * costShare) / 1000n + 1n
          const heldMinor = (terms.source.minor * heldShare) / 1000n
          const settled = settle(terms, costMinor, { heldMinor, availableMinor })
          const { owedMinor, owedDifferenceMinor, differenceMinor } = settled
          const sums = net([
            cardCaptured(id, balanceId, { terms, heldMinor, owedMinor }),
            cardRateDifference(id, balanceId, money(differenceMinor, source), owedDifferenceMinor),
          ])
          const of = (account: string) => sums.get(`${account} ${source}`) ?? 0n
          expect(of('held:3')).toBe(-heldMinor)
          expect(of('available:3') + of('held:3') + of('owed')).toBe(-costMinor)
          expect(of('available:3') >= -availableMinor).toBe(true)
          expect(of('owed') <= 0n).toBe(true)
          // Nothing is owed while the balance has money.
          if (of('owed') < 0n) expect(of('available:3')).toBe(-availableMinor)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
