// Moves of a card order on request: the customer cancels the order or activates its card, and an operator or the
// simulation reports the production or the failed delivery of a physical card.

import { type CardRow, findCardById, planCardMove } from '../../cards/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { CardOrderConflict, CardOrderNotFound } from '../errors.ts'
import { type CardOrderMove, cardOrderStates } from '../states.ts'
import { type CardOrderRow, lockOrder } from '../store.ts'
import { type MoveContext, orderAfter, statusOf, storeMoves } from './move-order.ts'

/** How each move of an order moves the card that was issued for it; undefined when the card stays as it is. */
const cardMoves = {
  cancel: 'block',
  complete: 'activate',
  produce: undefined,
  return: 'block',
} as const satisfies Partial<Record<CardOrderMove, 'block' | 'activate' | undefined>>

export type RequestedMove = keyof typeof cardMoves

type Change = MoveContext & {
  readonly profileId: Id<'profile'>
  readonly orderId: Id<'card-order'>
  readonly move: RequestedMove
  /** The key of the application, `personal`, or `internal_system`, as events about the card name it. */
  readonly changedBy: string
  /** The field of the request that names the move; undefined for `status`. */
  readonly field?: string
}

/**
 * Moves an order, and blocks or activates its card. A move to the current status changes nothing. Refuses with
 * CardOrderNotFound or CardOrderConflict.
 */
export async function changeOrder(tx: Tx, change: Change): Promise<CardOrderRow> {
  const { profileId, orderId, move, now, field } = change
  const locked = await lockOrder(tx, profileId, orderId)
  if (locked === undefined) return refuse(CardOrderNotFound, { arguments: [orderId] })
  const card = locked.cardId === null ? undefined : await findCardById(tx, profileId, locked.cardId)
  // The lock of the order does not lock the card: its holder may have activated it while this request waited.
  const order = { ...locked, isActivated: card !== undefined && card.activatedAt !== null }
  const status = statusOf(order)
  if (status === cardOrderStates.moves[move].to) return order
  // Both the stored status and the status that follows from the card must allow the move.
  const after = orderAfter(order, move, now)
  if (after === undefined || next(cardOrderStates, status, move) === undefined)
    return refuse(CardOrderConflict, { path: field, arguments: [status] })
  if (card !== undefined) await moveIssuedCard(tx, card, change)
  await storeMoves(tx, order, [after], change)
  return after
}

/**
 * Blocks or activates the card of the order. A card that is blocked or expired already is not blocked again. Refuses with
 * CardOrderConflict when the card cannot be activated.
 */
async function moveIssuedCard(
  tx: Tx,
  card: CardRow,
  { move, changedBy, now, field }: Change,
): Promise<void> {
  const cardMove = cardMoves[move]
  if (cardMove === undefined) return
  const moved = planCardMove(card, { move: cardMove, changedBy, now })
  if (moved !== undefined) await tx.write(...moved.steps)
  else if (cardMove === 'activate')
    refuse(CardOrderConflict, { path: field, arguments: [card.status] })
}
