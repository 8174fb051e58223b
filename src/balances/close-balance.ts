import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { BalanceInUse, BalanceNotEmpty } from './errors.ts'
import { getBalance } from './get-balance.ts'
import { closeOpenBalance } from './opening-store.ts'
import { hasMoneyInFlight, lockBalance, type ShownBalance } from './store.ts'

/**
 * Closes an empty balance. Refuses with BalanceNotFound when the profile has no open balance with this id, with
 * BalanceNotEmpty while the balance has money, and with BalanceInUse while a card authorisation holds its money (D85) or a
 * transfer that it paid has money in flight (D36): the transfer is not sent yet, or has bounced. Every request that moves
 * money of the balance writes its row, so the amounts that are read under the row lock stay true until the transaction ends.
 * A transfer may bounce meanwhile; its refund then goes to the STANDARD balance (D22).
 */
export async function closeBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  now: Temporal.Instant,
): Promise<ShownBalance> {
  await lockBalance(tx, profileId, balanceId)
  const balance = await getBalance(tx, profileId, balanceId)
  if (balance.heldMinor !== 0n) refuse(BalanceInUse, { path: 'balanceId', arguments: [balanceId] })
  if (balance.availableMinor !== 0n)
    refuse(BalanceNotEmpty, { path: 'balanceId', arguments: [balanceId] })
  if (await hasMoneyInFlight(tx, profileId, balanceId))
    refuse(BalanceInUse, { path: 'balanceId', arguments: [balanceId] })
  const closed = await closeOpenBalance(tx, profileId, balanceId, now)
  if (closed === undefined) throw new Error('an open balance that was locked was not closed')
  return { ...balance, ...closed }
}
