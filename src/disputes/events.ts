// The event of disputes.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { instantOut, oneOf, uuid } from '../kernel/wire.ts'
import { disputeCodes } from './reasons.ts'
import { disputeStates, disputeStatuses } from './states.ts'

export const disputeUpdated = eventKind({
  name: 'transaction-disputes#update',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A dispute was submitted, or its sub-status has changed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          id: uuid('The dispute'),
          profile_id: idOut('profile'),
          transaction_id: idOut('card-transaction', 'The disputed card transaction'),
          type: Type.Literal('transaction-dispute', { description: 'Always transaction-dispute' }),
        },
        { title: 'TransactionDisputeResource', description: 'The dispute' },
      ),
      reason: oneOf(disputeCodes, 'Why the customer disputes the transaction'),
      status: oneOf(disputeStatuses, 'CLOSED when the sub-status is final'),
      sub_status: oneOf(
        disputeStates.states,
        'The state in the review; docs/printed/states.md has the moves between states',
      ),
      status_message: Type.String({
        description: 'The meaning of the sub-status, in words for the customer',
        examples: ['The dispute is being reviewed.'],
      }),
      created_at: instantOut('When the dispute was submitted'),
      created_by: Type.String({
        description: 'Id of the user who submitted the dispute',
        examples: ['1'],
      }),
      can_withdraw: Type.Boolean({
        description: 'Whether the customer can withdraw the dispute now',
      }),
      occurred_at: instantOut('When the dispute was submitted or moved'),
    },
    { title: 'TransactionDisputeUpdate' },
  ),
})
