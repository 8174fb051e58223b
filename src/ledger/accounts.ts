// The accounts of the ledger, and the order in which they are locked.

import type { Id } from '../kernel/ids.ts'

/**
 * Accounts of customers' money: each has a running balance, which is locked and never falls below zero, except that of
 * `owed`, which is at most zero.
 */
export type CustomerAccount =
  | `available:${number}`
  | `held:${number}`
  | `transfer:${number}`
  | 'owed'
/**
 * The house accounts in the ledger of a profile: the company's side of its postings. `desk` exchanges currencies. Fees go to
 * `fees`, a partner's share of them to `partner:<application>`. Money from and to banks goes through `pay-in` and `pay-out`,
 * the money of card payments through `card-network`. House accounts never refuse a posting: they are not locked, and their
 * balance is the sum of their postings.
 */
type HouseAccount = 'desk' | 'fees' | 'pay-in' | 'pay-out' | 'card-network' | `partner:${number}`
export type Account = CustomerAccount | HouseAccount

/** The money of the balance that its owner can use. */
export function available(balanceId: Id<'balance'>): CustomerAccount {
  return `available:${balanceId}`
}

const AVAILABLE = /^available:(\d+)$/

/** The balance of an account `available:<balance>`; undefined for any other account. */
export function balanceIdOf(account: string): Id<'balance'> | undefined {
  const id = AVAILABLE.exec(account)?.[1]
  return id === undefined ? undefined : (Number(id) as Id<'balance'>)
}

/** The money of the balance that all open card authorisations hold. */
export function held(balanceId: Id<'balance'>): CustomerAccount {
  return `held:${balanceId}`
}

/** The money of a transfer that was paid for and has neither left nor gone back. */
export function inFlight(transferId: Id<'transfer'>): CustomerAccount {
  return `transfer:${transferId}`
}

const lockRanks: Readonly<Record<string, number>> = { available: 0, held: 1, transfer: 2, owed: 3 }

/**
 * The order in which accounts are locked: balances, their holds, transfers in flight, debts. Undefined for house
 * accounts, which are not locked.
 */
export function lockRank(account: Account): number | undefined {
  const [kind = ''] = account.split(':')
  return lockRanks[kind]
}
