// The event that reports the status of a card.

import { type NewEvent, newEvent } from '../kernel/events.ts'
import { toSecond } from '../kernel/wire.ts'
import { cardStatusChanged } from './events.ts'
import type { CardRow } from './store.ts'

/** `changed_by` of a change by the service, an operator or the simulation, not by a customer. */
export const BY_SERVICE = 'internal_system'

export function statusEvent(
  card: Omit<CardRow, 'number'>,
  changedBy: string,
  now: Temporal.Instant,
): NewEvent {
  const { profileId, id, token, clientId, status, eventCount } = card
  return newEvent(
    cardStatusChanged,
    { profileId, subject: `card:${id}`, number: eventCount, occurredAt: now },
    {
      resource: { profile_id: profileId, client_id: clientId, card_token: token, type: 'card' },
      card_status: status,
      changed_by: changedBy,
      occurred_at: toSecond(now),
    },
  )
}
