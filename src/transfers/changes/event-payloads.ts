// Builders of the events of a transfer. `change-transfer.ts` decides which events a change has, and numbers them.

import { type NewEvent, newEvent } from '../../kernel/events.ts'
import { type Money, toWire } from '../../kernel/money.ts'
import { toMillisecond, toSecond } from '../../kernel/wire.ts'
import {
  activeIssuesChanged,
  moneyReturned,
  payoutFailed,
  transferStateChanged,
} from '../events.ts'
import { payoutFailures } from '../moves/payout-failures.ts'
import type { TransferRow } from '../row.ts'
import type { TransferStatus } from '../states.ts'

type Change = {
  /** The status before the change; null when the transfer was created. */
  readonly from: TransferStatus | null
  /** The transfer after the change. */
  readonly transfer: TransferRow
  /** The number of the event among the events of the transfer. */
  readonly number: number
  readonly now: Temporal.Instant
}

export type EventBuilder = (change: Change) => NewEvent

const resourceOf = ({ id, profileId, targetAccount }: TransferRow) => ({
  type: 'transfer' as const,
  id,
  profile_id: profileId,
  account_id: targetAccount,
})

const subjectOf = ({ transfer, number, now }: Change) => ({
  profileId: transfer.profileId,
  subject: `transfer:${transfer.id}` as const,
  number,
  occurredAt: now,
})

export const stateChangeEvent: EventBuilder = (change) =>
  newEvent(transferStateChanged, subjectOf(change), {
    resource: resourceOf(change.transfer),
    current_state: change.transfer.status,
    previous_state: change.from,
    occurred_at: toSecond(change.now),
  })

export const activeIssuesEvent: EventBuilder = (change) =>
  newEvent(activeIssuesChanged, subjectOf(change), {
    resource: resourceOf(change.transfer),
    active_cases: [...change.transfer.activeIssues],
    occurred_at: toSecond(change.now),
  })

export function payoutFailureEvent(reason: string): EventBuilder {
  return (change) =>
    newEvent(payoutFailed, subjectOf(change), {
      transfer_id: change.transfer.id,
      profile_id: change.transfer.profileId,
      failure_reason_code: reason,
      failure_description: payoutFailures[reason] ?? reason,
      // Facts 2.3: only this event has an offset instead of Z.
      occurred_at: toMillisecond(change.now).replace('Z', '+00:00'),
    })
}

export function refundEvent(amount: Money): EventBuilder {
  return (change) =>
    newEvent(moneyReturned, subjectOf(change), {
      resource: {
        ...resourceOf(change.transfer),
        refund_amount: toWire(amount),
        refund_currency: amount.currency,
      },
      occurred_at: toSecond(change.now),
    })
}
