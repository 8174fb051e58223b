// Gets the balance that a movement debits and the balance that it credits, or refuses.

import {
  type BalanceRow,
  findBalances,
  listStandardBalances,
  requireOpen,
} from '../balances/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuseAll } from '../kernel/refusal.ts'
import type { QuoteRow } from '../quotes/index.ts'
import { StandardBalanceMissing } from './errors.ts'
import type { BalancePairIds } from './model.ts'

export type BalancePair = { readonly source: BalanceRow; readonly target: BalanceRow }

/** The two balances that a request names. Refuses an unknown or closed balance. */
export async function getPair(
  db: Reader,
  profileId: Id<'profile'>,
  { sourceId, targetId }: BalancePairIds,
): Promise<BalancePair> {
  const found = await findBalances(db, profileId, [sourceId, targetId])
  const requireOpenBalance = (id: Id<'balance'>, path: string) =>
    requireOpen(
      found.find((balance) => balance.id === id),
      id,
      path,
    )
  return {
    source: requireOpenBalance(sourceId, 'sourceBalanceId'),
    target: requireOpenBalance(targetId, 'targetBalanceId'),
  }
}

/** The profile's STANDARD balances of a quote's two currencies. Refuses when one is missing or closed. */
export async function getStandardPair(
  db: Reader,
  { profileId, sourceCurrency, targetCurrency }: QuoteRow,
): Promise<BalancePair> {
  const openBalances = await listStandardBalances(db, profileId)
  const [source, target] = [sourceCurrency, targetCurrency].map((code) =>
    openBalances.find(({ currency }) => currency === code),
  )
  if (source !== undefined && target !== undefined) return { source, target }
  const missing = [
    ...(source === undefined ? [sourceCurrency] : []),
    ...(target === undefined ? [targetCurrency] : []),
  ]
  refuseAll(missing.map((code) => ({ kind: StandardBalanceMissing, arguments: [code] })))
  throw new Error('a missing balance was not refused')
}
