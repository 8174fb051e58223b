// Pure rules about the types of balances, and about amounts that can move.

import { type Currency, type Money, parseMoney } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { AmountNotExact, AmountNotPositive } from './errors.ts'

export const balanceTypes = ['STANDARD', 'SAVINGS'] as const
export type BalanceType = (typeof balanceTypes)[number]

/** The types in a comma-separated list, each once. Unknown names are ignored. */
export function typesOf(list: string): BalanceType[] {
  const names = new Set(list.split(','))
  return balanceTypes.filter((type) => names.has(type))
}

/** Reads an amount that can move. Refuses with AmountNotExact or AmountNotPositive, at `path`. */
export function parseMovableAmount(text: string, currency: Currency, path: string): Money {
  const amount = parseMoney(text, currency)
  if (amount === undefined) return refuse(AmountNotExact, { path, arguments: [text, currency] })
  if (amount.minor <= 0n) refuse(AmountNotPositive, { path, arguments: [text] })
  return amount
}
