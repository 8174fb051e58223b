// Moves open orders when their profile was verified, or when a document of the profile was sent or refused.

import { type BalanceRow, lockStandardBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { getProfile, type ProfileRow } from '../../profiles/index.ts'
import { hasUsableDocument } from '../../verification/index.ts'
import { verificationStatus } from '../model.ts'
import { type OrderContext, planOrderChange } from './change-order.ts'
import { lockOpenOrders, type OrderRow, updateOrder } from './store.ts'

/**
 * Moves the open orders of the profile, or only the open order of one currency. An order whose balance was closed waits
 * until the profile opens another STANDARD balance of the currency. Returns whether an order was moved.
 */
export async function proceedOrders(
  tx: Tx,
  profileId: Id<'profile'>,
  context: OrderContext,
  currency?: Currency,
): Promise<boolean> {
  let hasMoved = false
  for (const order of await lockOpenOrders(tx, profileId, currency)) {
    const balance = await lockStandardBalance(tx, profileId, order.currency)
    if (balance === undefined) continue
    const profile = await getProfile(tx, profileId)
    const after = await proceedOrder(tx, order, { profile, balance }, context)
    if (after !== order) hasMoved = true
  }
  return hasMoved
}

type OrderSubject = {
  readonly profile: Pick<ProfileRow, 'verified'>
  /** The STANDARD balance of the order's currency. */
  readonly balance: BalanceRow
}

/** Moves an order when its verification requirement has changed. Returns the order after the move. */
export async function proceedOrder(
  tx: Tx,
  order: OrderRow,
  { profile, balance }: OrderSubject,
  context: OrderContext,
): Promise<OrderRow> {
  const verification = verificationStatus(order.verification, {
    verified: profile.verified,
    hasDocument: await hasUsableDocument(tx, order.profileId),
  })
  if (verification === order.verification) return order
  const requirements = { verification, topUp: order.topUp }
  const { after, writes } = await planOrderChange(tx, order, { requirements, balance }, context)
  await tx.write(...writes, updateOrder(after))
  return after
}
