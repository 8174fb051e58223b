// Moves that the service makes without a request for them: it fulfils an order once the profile is verified, issues the
// card, and completes the order once the card is active.

import { planCardIssue } from '../../cards/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Settings } from '../../kernel/settings.ts'
import { lockCounter, lockOrder, lockPlacedOrders } from '../store.ts'
import { type MoveContext, orderAfter, storeMoves } from './move-order.ts'

/**
 * Fulfils the requirements of all PLACED orders of a verified profile, which waited for its verification (D42). Returns false
 * when the profile has no such order.
 */
export async function fulfilRequirements(
  tx: Tx,
  profileId: Id<'profile'>,
  context: MoveContext,
): Promise<boolean> {
  const orders = await lockPlacedOrders(tx, profileId)
  for (const before of orders) {
    const after = orderAfter(before, 'fulfil', context.now)
    if (after !== undefined) await storeMoves(tx, before, [after], context)
  }
  return orders.length > 0
}

type Subject = { readonly profileId: Id<'profile'>; readonly orderId: Id<'card-order'> }

type IssueContext = MoveContext & {
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Pick<Settings, 'cardNetworks' | 'cardBins'>
}

/**
 * Issues the card of an order whose requirements are fulfilled. A virtual card is active from the start, which completes its
 * order; both moves are reported. Returns false, without effect, for an order in another status, such as a cancelled one.
 */
export async function issueOrderedCard(
  tx: Tx,
  { profileId, orderId }: Subject,
  context: IssueContext,
): Promise<boolean> {
  const { now, random, settings } = context
  // A new order counts orders without a card and then cards, so a card must not be issued in between.
  await lockCounter(tx, profileId)
  const order = await lockOrder(tx, profileId, orderId)
  if (order === undefined || order.status !== 'REQUIREMENTS_FULFILLED') return false
  const { network, program, currency, type } = order
  const { clientId, cardHolderName, phoneNumber, address, lifetimeLimitMinor } = order
  const issued = await planCardIssue(tx, {
    profileId,
    orderId,
    clientId,
    cardHolderName,
    phoneNumber,
    lifetimeLimitMinor,
    now,
    random,
    settings,
    program: { network, program, currency, type },
    billingAddress: address,
  })
  if (issued === undefined) throw new Error(`the card order ${orderId} has a card already`)
  await tx.write(...issued.steps)
  const { id: cardId, token: cardToken } = issued.card
  const created = orderAfter(order, 'issue', now, { cardId, cardToken })
  if (created === undefined)
    throw new Error(`the status of card order ${orderId} does not allow issue`)
  const completed = type === 'PHYSICAL' ? undefined : orderAfter(created, 'complete', now)
  await storeMoves(tx, order, completed === undefined ? [created] : [created, completed], context)
  return true
}

/**
 * Completes the order of a physical card that its holder has activated (D77). Returns false, without effect, for another
 * order.
 */
export async function completeActivatedOrder(
  tx: Tx,
  { profileId, orderId }: Subject,
  context: MoveContext,
): Promise<boolean> {
  const order = await lockOrder(tx, profileId, orderId)
  const completed = order?.isActivated ? orderAfter(order, 'complete', context.now) : undefined
  if (order === undefined || completed === undefined) return false
  await storeMoves(tx, order, [completed], context)
  return true
}
