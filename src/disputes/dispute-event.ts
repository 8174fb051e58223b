// The event of a submitted or moved dispute.

import { type NewEvent, newEvent } from '../kernel/events.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { disputeUpdated } from './events.ts'
import { canWithdraw, statusMessages, statusOf } from './states.ts'
import type { DisputeRow } from './store.ts'

export function disputeEvent(dispute: DisputeRow): NewEvent {
  const { profileId, id, transactionId, reason, subStatus, eventCount, updatedAt } = dispute
  return newEvent(
    disputeUpdated,
    { profileId, subject: `dispute:${id}`, number: eventCount, occurredAt: updatedAt },
    {
      resource: {
        id,
        profile_id: profileId,
        transaction_id: transactionId,
        type: 'transaction-dispute',
      },
      reason,
      status: statusOf(subStatus),
      sub_status: subStatus,
      status_message: statusMessages[subStatus],
      created_at: toMillisecond(dispute.createdAt),
      created_by: String(dispute.createdBy),
      can_withdraw: canWithdraw(subStatus),
      occurred_at: toMillisecond(updatedAt),
    },
  )
}
