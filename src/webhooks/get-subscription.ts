import type { Reader, Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { holdLines } from './delivery-store.ts'
import { SubscriptionNotFound } from './errors.ts'
import { findSubscription, isSubscribed, type Owner, type SubscriptionRow } from './store.ts'

/** Refuses with SubscriptionNotFound when the owner has no such subscription. */
export async function getSubscription(
  db: Reader,
  owner: Owner,
  id: string,
): Promise<SubscriptionRow> {
  const found = await findSubscription(db, owner, id)
  return found ?? refuse(SubscriptionNotFound, { arguments: [id] })
}

/**
 * Makes the lines of deliveries stand still. Refuses with SubscriptionNotFound when the subscription was
 * deleted in the meantime: its line was emptied, and nothing may be put into it any more.
 */
export async function holdSubscription(tx: Tx, id: string): Promise<void> {
  await holdLines(tx)
  if (!(await isSubscribed(tx, id))) refuse(SubscriptionNotFound, { arguments: [id] })
}
