// The amounts and terms of the journals in tests, and functions that compare journals with postings as text.

import { expect } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, money, textWithCurrency } from '../../kernel/money.ts'
import type { Account } from '../accounts.ts'
import type { Journal } from '../index.ts'

export const gbpBalance = 3 as Id<'balance'>
export const source = money(10_000n, 'GBP')
export const target = money(11_420n, 'EUR')
export const terms = {
  source,
  target,
  fee: money(80n, 'GBP'),
  partner: { applicationId: 2 as Id<'application'>, fee: money(50n, 'GBP') },
}

export const soldFromTransfer = [
  'transfer:12 > fees 0.30 GBP',
  'transfer:12 > partner:2 0.50 GBP',
  'transfer:12 > desk 99.20 GBP',
  'desk > transfer:12 114.20 EUR',
]

export type Case = readonly [
  title: string,
  journal: Journal,
  nameAndReference: string,
  postings: readonly string[],
]

function textsOf({ postings }: Journal): string[] {
  return postings.map(({ from, to, amount }) => `${from} > ${to} ${textWithCurrency(amount)}`)
}

/** Returns the gain of each account over the whole journal, by currency; a gain of zero is left out. */
export function netOf({ postings }: Journal): Map<string, bigint> {
  const net = new Map<string, bigint>()
  const addAmount = (account: Account, currency: Currency, minor: bigint) => {
    const key = `${account} ${currency}`
    net.set(key, (net.get(key) ?? 0n) + minor)
  }
  for (const { from, to, amount } of postings) {
    addAmount(from, amount.currency, -amount.minor)
    addAmount(to, amount.currency, amount.minor)
  }
  return new Map([...net].filter(([, minor]) => minor !== 0n))
}

export function expectJournal(
  journal: Journal,
  nameAndReference: string,
  postings: readonly string[],
): void {
  expect(`${journal.name} ${journal.reference}`).toBe(nameAndReference)
  expect(textsOf(journal)).toEqual(postings)
}
