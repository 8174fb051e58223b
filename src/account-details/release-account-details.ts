// Releases the orders and payments of a profile that was verified.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { OrderContext } from './orders/change-order.ts'
import { proceedOrders } from './orders/proceed-orders.ts'
import { lockOpenOrders } from './orders/store.ts'
import { completeWaitingPayments } from './payments/complete-payment.ts'

/**
 * Releases the orders and payments that waited for the verification of the profile (D42). When more payments wait than
 * `PAYMENTS_PER_TRANSACTION_MAX`, the sweep `account-details.complete-payments` credits the rest. The orders are
 * locked before the balances, as when the fee of an order is charged: otherwise the two could deadlock.
 */
export async function releaseAccountDetails(
  tx: Tx,
  profileId: Id<'profile'>,
  context: OrderContext,
): Promise<void> {
  await lockOpenOrders(tx, profileId)
  await completeWaitingPayments(tx, profileId, context.now)
  await proceedOrders(tx, profileId, context)
}
