// The events of transfers.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { amountOut, currencyCode, described, instantOut, nullable, oneOf } from '../kernel/wire.ts'
import { payoutFailures } from './moves/payout-failures.ts'
import { issueTypes } from './row.ts'
import { transferStates } from './states.ts'

const Resource = {
  type: Type.Literal('transfer', { description: 'Always transfer' }),
  id: idOut('transfer'),
  profile_id: idOut('profile'),
  account_id: idOut('recipient', 'The recipient that is paid'),
}
const TransferResource = Type.Object(Resource, { title: 'TransferResource' })

export const transferStateChanged = eventKind({
  name: 'transfers#state-change',
  versions: ['2.0.0', '4.0.0'],
  scopes: ['profile', 'application'],
  summary: 'A transfer was created, or moved from one status to another.',
  payload: Type.Object(
    {
      resource: described(TransferResource, 'The transfer'),
      current_state: oneOf(transferStates.states, 'The status after the change'),
      previous_state: nullable(
        oneOf(transferStates.states, 'The status before the change; null for a new transfer'),
      ),
      occurred_at: instantOut('When the status changed'),
    },
    { title: 'TransferStateChange' },
  ),
})

export const activeIssuesChanged = eventKind({
  name: 'transfers#active-cases',
  versions: ['2.0.0', '4.0.0'],
  scopes: ['profile', 'application'],
  summary: 'The list of issues that hold a transfer up changed.',
  payload: Type.Object(
    {
      resource: described(TransferResource, 'The transfer'),
      active_cases: Type.Array(oneOf(issueTypes, 'An issue that holds the transfer up'), {
        description: 'The issues that hold the transfer up now; empty when there are none',
      }),
      occurred_at: instantOut('When the list changed'),
    },
    { title: 'TransferActiveCases' },
  ),
})

export const payoutFailed = eventKind({
  name: 'transfers#payout-failure',
  versions: ['2.0.0'],
  scopes: ['profile', 'application'],
  summary: 'A pay-out did not reach the recipient.',
  payload: Type.Object(
    {
      transfer_id: idOut('transfer'),
      profile_id: idOut('profile'),
      failure_reason_code: oneOf(Object.keys(payoutFailures), 'Why the pay-out failed'),
      failure_description: Type.String({ description: 'A description of the reason' }),
      occurred_at: instantOut('When the pay-out failed'),
    },
    { title: 'TransferPayoutFailure' },
  ),
})

export const moneyReturned = eventKind({
  name: 'transfers#refund',
  versions: ['1.0.0'],
  scopes: ['profile', 'application'],
  summary: 'Money of a transfer is returned to the sender.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          ...Resource,
          refund_amount: amountOut(
            'The amount of the refund; without a refund the source amount, the fee included',
          ),
          refund_currency: currencyCode(),
        },
        { description: 'The transfer and the returned amount' },
      ),
      occurred_at: instantOut('When the money was returned'),
    },
    { title: 'TransferRefund' },
  ),
})
