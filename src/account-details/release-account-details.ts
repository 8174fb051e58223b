import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { OrderContext } from './orders/change-order.ts'
import { proceedOrders } from './orders/proceed-orders.ts'
import { completeHeld } from './payments/complete-payment.ts'

/**
 * Releases what waited for the verification of the profile (D42): payments first, because postings lock money before the
 * balances that orders lock.
 */
export async function releaseAccountDetails(
  tx: Tx,
  profileId: Id<'profile'>,
  context: OrderContext,
): Promise<void> {
  await completeHeld(tx, profileId, context.now)
  await proceedOrders(tx, profileId, context)
}
