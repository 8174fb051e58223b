import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { BalanceClosed, BalanceNotFound } from './errors.ts'
import { type BalanceRow, findShownBalance, type ShownBalance } from './store.ts'

/** An open balance with the fields that clients see. Refuses with BalanceNotFound, also when the balance is closed. */
export async function getBalance(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
): Promise<ShownBalance> {
  const balance = await findShownBalance(db, profileId, balanceId)
  if (balance === undefined || balance.state === 'CLOSED')
    return refuse(BalanceNotFound, { arguments: [balanceId] })
  return balance
}

/** Refuses with BalanceNotFound, or with BalanceClosed, because clients may still have the id of a closed balance. */
export function requireOpen(
  balance: BalanceRow | undefined,
  balanceId: Id<'balance'>,
  path = 'balanceId',
): BalanceRow {
  if (balance === undefined) return refuse(BalanceNotFound, { path, arguments: [balanceId] })
  if (balance.state === 'CLOSED') return refuse(BalanceClosed, { path, arguments: [balanceId] })
  return balance
}
