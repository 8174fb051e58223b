// The changes of customers' accounts that postings cause.

import { type Account, lockRank } from './accounts.ts'
import type { Posting } from './journals.ts'

/** The sum of the postings of one account in one currency. */
type Delta = {
  readonly account: Account
  readonly currency: string
  deltaMinor: bigint
  /** `lockRank` of the account. */
  readonly rank: number
  /** `numberOf` the account. */
  readonly number: number
}

/**
 * The changes of customers' accounts, in the order in which the accounts are locked. House accounts are left out, because
 * they have no row to lock, and so are accounts whose postings add up to zero.
 */
export function deltasOf(postings: readonly Posting[]): Delta[] {
  const deltas = new Map<string, Delta>()
  const addDelta = (account: Account, currency: string, minor: bigint) => {
    const rank = lockRank(account)
    if (rank === undefined) return
    const key = `${account} ${currency}`
    const delta = deltas.get(key)
    if (delta !== undefined) delta.deltaMinor += minor
    else deltas.set(key, { account, currency, deltaMinor: minor, rank, number: numberOf(account) })
  }
  for (const { from, to, amount } of postings) {
    addDelta(from, amount.currency, -amount.minor)
    addDelta(to, amount.currency, amount.minor)
  }
  return [...deltas.values()].filter(({ deltaMinor }) => deltaMinor !== 0n).sort(byLockOrder)
}

// `post` and `lockAvailable` lock accounts in this order, so that two unbatched writes cannot deadlock on existing accounts.
// The comment of `updateAccountsSql` states what this order does not prevent in batches.
function byLockOrder(a: Delta, b: Delta): number {
  return a.rank - b.rank || a.number - b.number || (a.currency < b.currency ? -1 : 1)
}

/** The id in the name of the account: 12 in `transfer:12`; zero in `owed`. */
function numberOf(account: Account): number {
  return Number(account.slice(account.indexOf(':') + 1)) || 0
}
