// Releases the orders and payments of a profile that was verified.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { OrderContext } from './orders/change-order.ts'
import { proceedOrders } from './orders/proceed-orders.ts'
import { lockOpenOrders } from './orders/store.ts'
import { completeWaitingPayments } from './payments/complete-payment.ts'

/**
 * Releases the orders and payments that waited for the verification of the profile (D42). Orders are locked first, then
 * the money of payments, then the balances of orders: the fee of an order and every posting lock in the same order.
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
