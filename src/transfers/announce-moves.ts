// What is told of a transfer. When, and under which number, is for `change-transfer.ts` to say.

import { type NewEvent, newEvent } from '../kernel/events.ts'
import { type Money, toWire } from '../kernel/money.ts'
import { toMillisecond, toSecond } from '../kernel/wire.ts'
import {
  TransferActiveCases,
  TransferPayoutFailure,
  TransferRefund,
  TransferStateChange,
} from './events.ts'
import { payoutFailures } from './moves/payout-failures.ts'
import type { TransferRow } from './row.ts'
import type { TransferStatus } from './states.ts'

type About = {
  /** The status it had; null when it had none. */
  readonly from: TransferStatus | null
  readonly transfer: TransferRow
  readonly number: number
  readonly now: Temporal.Instant
}

export type Tell = (about: About) => NewEvent

const resourceOf = ({ id, profileId, targetAccount }: TransferRow) => ({
  type: 'transfer' as const,
  id,
  profile_id: profileId,
  account_id: targetAccount,
})

const about = ({ transfer, number, now }: About) => ({
  profileId: transfer.profileId,
  subject: `transfer:${transfer.id}` as const,
  number,
  occurredAt: now,
})

export const stateChanged: Tell = (told) =>
  newEvent(TransferStateChange, about(told), {
    resource: resourceOf(told.transfer),
    current_state: told.transfer.status,
    previous_state: told.from,
    occurred_at: toSecond(told.now),
  })

export const casesChanged: Tell = (told) =>
  newEvent(TransferActiveCases, about(told), {
    resource: resourceOf(told.transfer),
    active_cases: [...told.transfer.activeIssues],
    occurred_at: toSecond(told.now),
  })

export function payoutFailed(reason: string): Tell {
  return (told) =>
    newEvent(TransferPayoutFailure, about(told), {
      transfer_id: told.transfer.id,
      profile_id: told.transfer.profileId,
      failure_reason_code: reason,
      failure_description: payoutFailures[reason] ?? reason,
      // Facts 2.3: this event alone writes its zone as an offset.
      occurred_at: toMillisecond(told.now).replace('Z', '+00:00'),
    })
}

export function refunded(amount: Money): Tell {
  return (told) =>
    newEvent(TransferRefund, about(told), {
      resource: {
        ...resourceOf(told.transfer),
        refund_amount: toWire(amount),
        refund_currency: amount.currency,
      },
      occurred_at: toSecond(told.now),
    })
}
