import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { DeliveryNotFound, DeliveryQueued } from './errors.ts'
import { holdSubscription } from './get-subscription.ts'
import { type DeliveryRow, findDelivery, restartDelivery } from './log-store.ts'
import { delivery } from './states.ts'

/**
 * Sends the same bytes under the same id again: one new series of attempts, beginning now. Refuses with
 * DeliveryNotFound also when it is about a user who has revoked the grant, with DeliveryQueued when it was not
 * attempted yet.
 */
export async function redeliver(
  tx: Tx,
  subscriptionId: string,
  deliveryId: string,
  now: Temporal.Instant,
): Promise<DeliveryRow> {
  await holdSubscription(tx, subscriptionId)
  const { from, to } = delivery.moves.redeliver
  const restarted = await restartDelivery(tx, subscriptionId, deliveryId, { from, to }, now)
  if (restarted !== undefined) return restarted
  const found = await findDelivery(tx, subscriptionId, deliveryId)
  const isQueued = found !== undefined && !from.includes(found.state)
  return refuse(isQueued ? DeliveryQueued : DeliveryNotFound, {
    arguments: [deliveryId],
  })
}
