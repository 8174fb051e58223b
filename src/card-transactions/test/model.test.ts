import { describe, expect, it } from 'vitest'
import { CELL_MAX } from '../../kernel/cells.ts'
import { cellOf, type Id, lastIdBefore } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { captureMaxMinor, captureTerms, divideCost, hasLapsed, openUsageMinor } from '../model.ts'
import { numbersOf, transactionIdOf } from '../references.ts'
import { debitOf } from './debits.ts'

describe('captureTerms', () => {
  const authorised = { currency: 'EUR', amountMinor: 1089n, debit: debitOf() }
  const amountsOf = (minor: bigint, minimumFeeMinor = 1n) => {
    const { source, fee, target, partner } = captureTerms(authorised, minor, minimumFeeMinor)
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
    [545n, 9n, [501n, 9n, 0n, 545n], 'the fee is never below the minimum fee'],
    [545n, 5n, [501n, 6n, 1n, 545n], 'the share of the partner leaves the minimum fee'],
  ])(
    'for %i with a minimum fee of %i returns cost, fee, share and amount %o, because %s',
    (minor, minimumFeeMinor, expected, _) => {
      expect(amountsOf(minor, minimumFeeMinor)).toEqual(expected)
    },
  )

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

describe('divideCost', () => {
  const terms = { source: money(100n, 'GBP'), fee: money(0n, 'GBP'), target: money(110n, 'EUR') }
  it.each([
    [100n, 100n, 0n, [0n, 0n, 0n], 'the hold covers the cost'],
    [100n, 60n, 40n, [0n, 0n, 0n], 'the hold and the balance cover the cost'],
    [100n, 60n, 30n, [0n, 10n, 0n], 'the balance lacks ten, which are owed'],
    [100n, 0n, 0n, [0n, 100n, 0n], 'without hold and balance the whole cost is owed'],
    [120n, 100n, 5n, [-20n, 0n, 15n], 'the balance covers 5 of the difference'],
    [120n, 90n, 5n, [-20n, 10n, 15n], 'parts of the cost and of the difference are owed'],
    [70n, 100n, 0n, [30n, 0n, 0n], 'the customer gains by the rate'],
    [70n, 60n, 0n, [30n, 10n, 0n], 'the gain does not cover the rest'],
  ])(
    'divides a cost of %i with %i held and %i available into %o, because %s',
    (costMinor, heldMinor, availableMinor, expected, _) => {
      const { differenceMinor, owedMinor, owedDifferenceMinor } = divideCost(terms, costMinor, {
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
])(
  'a usage of %i, with %i of the authorised %i still open, leaves a usage of %i, rounded half up',
  (usage, open, amount, expected) => {
    expect(openUsageMinor(usage, open, amount)).toBe(expected)
  },
)

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
