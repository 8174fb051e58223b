// Groups the postings of the ledger for people who read them: by journal, and by account.

import type { LedgerPosting } from '@godwit/sdk'
import { type ExactAmount, exactAmount } from './decimal.ts'

export type Posting = LedgerPosting

/** Postings that one write has made for one purpose. */
export type Journal = {
  /** The id of its first posting, because the API has no ids of journals. */
  readonly id: number
  readonly name: string
  readonly purpose: string
  readonly reference: string
  readonly postedAt: string
  readonly postings: readonly Posting[]
}

/** The journals, oldest first. `postings` may be in any order. */
export function journalsOf(postings: readonly Posting[]): Journal[] {
  const journals: (Journal & { postings: Posting[] })[] = []
  for (const posting of postings.toSorted((a, b) => a.id - b.id)) {
    const { id, journal: name, purpose, reference, postedAt } = posting
    const last = journals.at(-1)
    if (last?.name === name && last.reference === reference && last.postedAt === postedAt)
      last.postings.push(posting)
    else journals.push({ id, name, purpose, reference, postedAt, postings: [posting] })
  }
  return journals
}

type AccountEntry = {
  readonly posting: Posting
  /** `debit`: the amount leaves the account. `credit`: the amount arrives. */
  readonly side: 'debit' | 'credit'
  readonly balance: ExactAmount
}

export type Account = {
  readonly name: string
  readonly currency: string
  /** The oldest entry first. */
  readonly entries: readonly AccountEntry[]
  readonly balance: ExactAmount
}

/** The entries that the postings make on each account, whose balance begins at zero. An account with two currencies is two accounts. */
export function accountsOf(postings: readonly Posting[]): Account[] {
  const accounts = new Map<string, Account & { entries: AccountEntry[]; balance: ExactAmount }>()
  const addEntry = (name: string, posting: Posting, side: AccountEntry['side']) => {
    const { value, currency } = posting.amount
    const key = `${name} ${currency}`
    const account = accounts.get(key) ?? { name, currency, entries: [], balance: 0n }
    account.balance += side === 'credit' ? exactAmount(value) : -exactAmount(value)
    account.entries.push({ posting, side, balance: account.balance })
    accounts.set(key, account)
  }
  for (const posting of postings.toSorted((a, b) => a.id - b.id)) {
    addEntry(posting.from, posting, 'debit')
    addEntry(posting.to, posting, 'credit')
  }
  return [...accounts.values()]
}

/** The sum of the balances of all accounts in each currency, which is zero in a ledger that balances. */
export function sumsOf(accounts: readonly Account[]): [currency: string, sum: ExactAmount][] {
  const sums = new Map<string, ExactAmount>()
  for (const { currency, balance } of accounts)
    sums.set(currency, (sums.get(currency) ?? 0n) + balance)
  return [...sums]
}
