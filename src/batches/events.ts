import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOf } from '../kernel/ids.ts'
import { instantOut, oneOf, uuid } from '../kernel/wire.ts'
import { paymentInitiationStates } from './states.ts'

const Status = oneOf(paymentInitiationStates.states, 'a status of the payment initiation')

export const PaymentInitiationStateChange = eventKind({
  name: 'batch-payment-initiations#state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A payment initiation of a batch group moved from one status to another.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          id: idOf('payment-initiation'),
          batchGroupId: uuid('the group it pays for'),
          profileId: idOf('profile'),
        },
        { description: 'The payment initiation' },
      ),
      previousStatus: Status,
      newStatus: Status,
      occurredAt: instantOut('when it moved'),
      returnCode: Type.String({
        description: "the payment system's own code for what happened",
        examples: ['200'],
      }),
    },
    { title: 'PaymentInitiationStateChange' },
  ),
})
