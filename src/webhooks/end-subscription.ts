import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { holdLines } from './delivery-store.ts'
import { SubscriptionNotFound } from './errors.ts'
import { stopDeliveries } from './stop-store.ts'
import { deleteSubscription, type Owner } from './store.ts'

/** Ends a subscription and what is still to be sent to it; a message already out arrives. */
export async function endSubscription(
  tx: Tx,
  owner: Owner,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  // Held first: the dispatcher may be adding deliveries to it at this moment.
  await holdLines(tx)
  if (!(await deleteSubscription(tx, owner, id, now)))
    refuse(SubscriptionNotFound, { arguments: [id] })
  await stopDeliveries(tx, id)
}
