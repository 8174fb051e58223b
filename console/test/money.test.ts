// Postings by journal and by account, sums without rounding, the drawing of state machines, and the resources of the lines of
// a statement.

import { expect, it } from 'vitest'
import { transferStates } from '../../src/transfers/states.ts'
import { exactAmount, toDecimal } from '../src/money/decimal.ts'
import { accountsOf, journalsOf, type Posting, sumsOf } from '../src/money/postings.ts'
import { layoutOf } from '../src/money/state-layout.ts'
import { ledgerReferenceOf } from '../src/pages/balances/ledger-reference.ts'

function posting(id: number, from: string, to: string, value: number): Posting {
  const about = {
    journal: 'top-up',
    purpose: '',
    reference: 'movement:1',
    postedAt: '10:00',
  } as const
  return { id, ...about, from, to, amount: { value, currency: 'GBP' } }
}

it.each([0, 0.1, -0.1, 100.5, 99999999999.999, 1e13, -0.0001])(
  'the amount %d is kept exactly',
  (value) => {
    expect(Number(toDecimal(exactAmount(value)))).toBe(value)
  },
)

it('accounts have the balance after each posting, and all accounts sum to zero', () => {
  const postings = [
    posting(3, 'available:1', 'fees', 0.1),
    posting(2, 'available:1', 'desk', 0.2),
    posting(1, 'pay-in', 'available:1', 0.3),
  ]
  const accounts = accountsOf(postings)
  const balance = accounts.find(({ name }) => name === 'available:1')
  expect(balance?.entries.map((entry) => toDecimal(entry.balance))).toEqual([
    '0.3000',
    '0.1000',
    '0.0000',
  ])
  expect(sumsOf(accounts)).toEqual([['GBP', 0n]])
})

it('postings of one name, reference and moment are one journal, oldest first', () => {
  const otherReference = { ...posting(3, 'b', 'c', 1), reference: 'movement:2' }
  const otherName = { ...otherReference, id: 4, journal: 'conversion' } as const
  const later = { ...otherName, id: 5, postedAt: '11:00' }
  const postings = [later, posting(2, 'a', 'c', 1), otherReference, otherName]
  const journals = journalsOf([...postings, posting(1, 'a', 'b', 1)])
  expect(journals.map((journal) => journal.postings.map(({ id }) => id))).toEqual([
    [1, 2],
    [3],
    [4],
    [5],
  ])
  expect(journals.map(({ id }) => id)).toEqual([1, 3, 4, 5])
})

it('the drawing of a transfer has each move once, and overlapping arcs share a lane only when they lead to the same state', () => {
  const { arrowRows, arcs } = layoutOf(transferStates)
  const pairs = Object.values(transferStates.moves).flatMap(({ from, to }) =>
    from.map((state) => `${state} ${to}`),
  )
  expect(arrowRows.length + arcs.length).toBe(new Set(pairs).size)
  for (const a of arcs)
    for (const b of arcs.filter(({ to, lane }) => to !== a.to && lane === a.lane)) {
      const isSeparate =
        Math.max(a.from, a.to) < Math.min(b.from, b.to) ||
        Math.max(b.from, b.to) < Math.min(a.from, a.to)
      expect(isSeparate).toBe(true)
    }
  const cancelled = transferStates.states.indexOf('cancelled')
  const lanes = arcs.filter(({ to }) => to === cancelled).map(({ lane }) => lane)
  expect(lanes).toHaveLength(3)
  expect(new Set(lanes).size).toBe(1)
})

it.each([
  ['TRANSFER-12', 'transfer:12'],
  ['CONVERSION-7', 'movement:7'],
  ['BALANCE-7', 'movement:7'],
  ['CARD-3', 'card-transaction:3'],
  ['DEPOSIT-5', 'deposit:5'],
  ['ACCRUAL_CHARGE-01a2-b3', 'account-details-order:01a2-b3'],
])('the line %s of a statement is about %s', (referenceNumber, reference) => {
  expect(ledgerReferenceOf(referenceNumber)).toBe(reference)
})

it('the line of a batch group is about no reference of the ledger, where each of its transfers has a journal', () => {
  expect(ledgerReferenceOf('BATCH-12')).toBeUndefined()
})
