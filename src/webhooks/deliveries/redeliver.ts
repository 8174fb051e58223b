// Sends a delivery again.

import type { Tx } from '../../kernel/database/db.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import { DeliveryNotFound, DeliveryQueued, DeliveryStopped } from '../errors.ts'
import { lockQueuesOf } from '../find-subscription.ts'
import { type DeliveryState, deliveryStates } from '../states.ts'
import { type DeliveryRow, findDelivery, restartDelivery } from './log-store.ts'

/** The refusals of the states from which a delivery cannot be sent again. */
const refusals: Readonly<Partial<Record<DeliveryState, ErrorKind>>> = {
  QUEUED: DeliveryQueued,
  STOPPED: DeliveryStopped,
}

/**
 * Begins a new series of attempts now: the same bytes under the same id. Refuses with SubscriptionNotFound; with
 * DeliveryQueued before the first attempt; with DeliveryStopped for a delivery that a revocation has stopped; with
 * DeliveryNotFound when the delivery is unknown or is about a user who has revoked the grant.
 */
export async function redeliver(
  tx: Tx,
  subscriptionId: string,
  deliveryId: string,
  now: Temporal.Instant,
): Promise<DeliveryRow> {
  await lockQueuesOf(tx, subscriptionId)
  const { from, to } = deliveryStates.moves.redeliver
  const restarted = await restartDelivery(tx, { subscriptionId, deliveryId }, { from, to }, now)
  if (restarted !== undefined) return restarted
  const found = await findDelivery(tx, subscriptionId, deliveryId)
  const kind = (found && refusals[found.state]) ?? DeliveryNotFound
  return refuse(kind, { arguments: [deliveryId] })
}
