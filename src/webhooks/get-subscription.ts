import type { Reader } from '../kernel/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { SubscriptionNotFound } from './errors.ts'
import { findSubscription, type Owner, type SubscriptionRow } from './store.ts'

/** Refuses with SubscriptionNotFound when the owner has no such subscription. */
export async function getSubscription(
  db: Reader,
  owner: Owner,
  id: string,
): Promise<SubscriptionRow> {
  const found = await findSubscription(db, owner, id)
  return found ?? refuse(SubscriptionNotFound, { arguments: [id] })
}
