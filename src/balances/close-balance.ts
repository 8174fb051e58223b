import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { BalanceInUse, BalanceNotEmpty, BalanceNotFound } from './errors.ts'
import { getBalance } from './get-balance.ts'
import { type BalanceRow, closeOpen, hasMoneyInFlight, lockBalance } from './store.ts'

/**
 * Closes a balance that is empty and that no money is in flight from (D36). Every request that moves its money also
 * writes its row, so what is read under the lock of the row stays true until the end of the transaction.
 */
export async function closeBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  now: Temporal.Instant,
): Promise<BalanceRow> {
  await lockBalance(tx, profileId, balanceId)
  const { availableMinor } = await getBalance(tx, profileId, balanceId)
  if (availableMinor !== 0n) refuse(BalanceNotEmpty, { path: 'balanceId', arguments: [balanceId] })
  if (await hasMoneyInFlight(tx, profileId, balanceId))
    refuse(BalanceInUse, { path: 'balanceId', arguments: [balanceId] })
  const closed = await closeOpen(tx, profileId, balanceId, now)
  return closed ?? refuse(BalanceNotFound, { arguments: [balanceId] })
}
