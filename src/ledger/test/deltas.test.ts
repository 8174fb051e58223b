import { describe, expect, it } from 'vitest'
import { type Currency, money } from '../../kernel/money.ts'
import type { Account } from '../accounts.ts'
import { deltasOf } from '../deltas.ts'

const posting = (from: Account, to: Account, minor: bigint, currency: Currency = 'GBP') => ({
  from,
  to,
  amount: money(minor, currency),
})

function changesOf(...postings: ReturnType<typeof posting>[]) {
  return deltasOf(postings).map(
    ({ account, currency, deltaMinor }) => `${account} ${deltaMinor} ${currency}`,
  )
}

describe('deltasOf', () => {
  it('takes the amount from one account and gives it to the other', () => {
    expect(changesOf(posting('available:3', 'transfer:7', 100n))).toEqual([
      'available:3 -100 GBP',
      'transfer:7 100 GBP',
    ])
  })

  it('leaves out house accounts, which have no row', () => {
    expect(changesOf(posting('pay-in', 'available:3', 100n), posting('desk', 'fees', 5n))).toEqual([
      'available:3 100 GBP',
    ])
  })

  it('adds up the postings of one account in one currency', () => {
    expect(
      changesOf(
        posting('available:3', 'fees', 5n),
        posting('available:3', 'desk', 95n),
        posting('desk', 'available:3', 120n, 'USD'),
      ),
    ).toEqual(['available:3 -100 GBP', 'available:3 120 USD'])
  })

  it('leaves out an account whose postings add up to zero', () => {
    expect(
      changesOf(posting('pay-in', 'transfer:7', 100n), posting('transfer:7', 'available:3', 100n)),
    ).toEqual(['available:3 100 GBP'])
  })

  it('returns the changes in the order of the locks: balances by id, holds, transfers in flight, owed, and then by currency', () => {
    expect(
      changesOf(
        posting('owed', 'transfer:12', 1n),
        posting('transfer:2', 'held:5', 1n),
        posting('available:10', 'available:9', 1n, 'USD'),
        posting('desk', 'available:9', 1n, 'EUR'),
      ),
    ).toEqual([
      'available:9 1 EUR',
      'available:9 1 USD',
      'available:10 -1 USD',
      'held:5 1 GBP',
      'transfer:2 -1 GBP',
      'transfer:12 1 GBP',
      'owed -1 GBP',
    ])
  })
})
