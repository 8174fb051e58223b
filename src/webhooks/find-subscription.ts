// Loads a subscription of an owner, or locks the queues of a subscription before a delivery is added to them.

import type { Reader, Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { lockQueues } from './deliveries/queue-store.ts'
import { SubscriptionNotFound } from './errors.ts'
import { findSubscription, hasSubscription, type Owner, type SubscriptionRow } from './store.ts'

/** Returns the owner's subscription. Refuses with SubscriptionNotFound. */
export async function getSubscription(
  db: Reader,
  owner: Owner,
  id: string,
): Promise<SubscriptionRow> {
  const found = await findSubscription(db, owner, id)
  return found ?? refuse(SubscriptionNotFound, { arguments: [id] })
}

/**
 * Locks all delivery queues, and then checks that the subscription was not deleted meanwhile: a delivery that is
 * queued after the deletion would still be sent. Refuses with SubscriptionNotFound.
 */
export async function lockQueuesOf(tx: Tx, id: string): Promise<void> {
  await lockQueues(tx)
  if (!(await hasSubscription(tx, id))) refuse(SubscriptionNotFound, { arguments: [id] })
}
