// Redelivery of a message that was attempted before.

import type { Tx } from '../../kernel/database/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { DeliveryNotFound, DeliveryQueued } from '../errors.ts'
import { lockSubscription } from '../find-subscription.ts'
import { deliveryStates } from '../states.ts'
import { type DeliveryRow, findDelivery, restartDelivery } from './log-store.ts'

/**
 * Begins a new series of attempts now: the same bytes under the same id. Refuses with SubscriptionNotFound; with
 * DeliveryQueued before the first attempt; with DeliveryNotFound also when the delivery is about a user who has
 * revoked the grant.
 */
export async function redeliver(
  tx: Tx,
  subscriptionId: string,
  deliveryId: string,
  now: Temporal.Instant,
): Promise<DeliveryRow> {
  await lockSubscription(tx, subscriptionId)
  const { from, to } = deliveryStates.moves.redeliver
  const restarted = await restartDelivery(tx, { subscriptionId, deliveryId }, { from, to }, now)
  if (restarted !== undefined) return restarted
  const found = await findDelivery(tx, subscriptionId, deliveryId)
  const isQueued = found !== undefined && !from.includes(found.state)
  return refuse(isQueued ? DeliveryQueued : DeliveryNotFound, {
    arguments: [deliveryId],
  })
}
