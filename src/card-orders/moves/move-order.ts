// Moves a card order to another status, with its event.

import { programName } from '../../cards/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { type NewEvent, newEvent, recordEvents } from '../../kernel/events.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import { toSecond } from '../../kernel/wire.ts'
import { cardOrderStatusChanged } from '../events.ts'
import { deliveryDetails, deliveryEstimate } from '../model.ts'
import { type CardOrderMove, type CardOrderStatus, cardOrderStates } from '../states.ts'
import { type CardOrderRow, updateOrder } from '../store.ts'

export type MoveContext = {
  readonly now: Temporal.Instant
  readonly settings: Pick<Settings, 'cardNetworks'>
}

/**
 * The status that follows from the card: an order is complete once its card was activated (D77), even if the sweep that
 * stores and reports this status has not run yet.
 */
export function statusOf({ status, isActivated }: CardOrderRow): CardOrderStatus {
  return isActivated ? (next(cardOrderStates, status, 'complete') ?? status) : status
}

/** The order after a move; undefined when its status does not allow the move. */
export function orderAfter(
  before: CardOrderRow,
  move: CardOrderMove,
  now: Temporal.Instant,
  card: Partial<Pick<CardOrderRow, 'cardId' | 'cardToken'>> = {},
): CardOrderRow | undefined {
  const status = next(cardOrderStates, before.status, move)
  if (status === undefined) return undefined
  const estimate = move === 'fulfil' ? deliveryEstimate(before, now) : before.deliveryEstimate
  return {
    ...before,
    ...card,
    status,
    deliveryEstimate: estimate,
    eventCount: before.eventCount + 1,
    modifiedAt: now,
  }
}

/** Stores an order after one or more moves, and the event of each. */
export async function storeMoves(
  tx: Tx,
  before: CardOrderRow,
  moved: readonly CardOrderRow[],
  { settings }: MoveContext,
): Promise<void> {
  const last = moved.at(-1)
  if (last === undefined) return
  await tx.write(
    updateOrder(before, last),
    recordEvents(...moved.map((order) => statusEvent(order, settings))),
  )
}

export function statusEvent(order: CardOrderRow, settings: MoveContext['settings']): NewEvent {
  const { profileId, id, clientId, cardToken, status, eventCount, modifiedAt } = order
  return newEvent(
    cardOrderStatusChanged,
    { profileId, subject: `card-order:${id}`, number: eventCount, occurredAt: modifiedAt },
    {
      resource: {
        type: 'card',
        profile_id: String(profileId),
        client_id: clientId,
        card_token: cardToken,
        card_program: programName(order, settings),
      },
      order_id: String(id),
      order_status: status,
      delivery_vendor: deliveryDetails(order)?.deliveryVendor ?? null,
      occurred_at: toSecond(modifiedAt),
    },
  )
}
