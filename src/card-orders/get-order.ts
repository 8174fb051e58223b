// Loads a card order of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { CardOrderNotFound } from './errors.ts'
import { type CardOrderRow, findOrder } from './store.ts'

/** Refuses with CardOrderNotFound. */
export async function getOrder(
  db: Reader,
  profileId: Id<'profile'>,
  orderId: Id<'card-order'>,
): Promise<CardOrderRow> {
  const order = await findOrder(db, profileId, orderId)
  return order ?? refuse(CardOrderNotFound, { arguments: [orderId] })
}
