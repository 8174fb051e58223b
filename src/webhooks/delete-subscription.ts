// Deletes a subscription.

import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { lockQueues, stopDeliveries } from './deliveries/queue-store.ts'
import { SubscriptionNotFound } from './errors.ts'
import { markDeleted, type Owner } from './store.ts'

/** Deletes a subscription and stops its queued and retrying deliveries. A message in flight still arrives. */
export async function deleteSubscription(
  tx: Tx,
  owner: Owner,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  // Locked before the deletion, because otherwise the dispatcher could add a delivery to the deleted subscription.
  await lockQueues(tx)
  if (!(await markDeleted(tx, owner, id, now))) refuse(SubscriptionNotFound, { arguments: [id] })
  await stopDeliveries(tx, id)
}
