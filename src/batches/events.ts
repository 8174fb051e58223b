// The events of batch groups.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { instantOut, oneOf, uuid } from '../kernel/wire.ts'
import { paymentInitiationStates } from './states.ts'

const statusField = (description: string) => oneOf(paymentInitiationStates.states, description)

export const initiationStateChanged = eventKind({
  name: 'batch-payment-initiations#state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'The status of a payment initiation changed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          id: idOut('payment-initiation'),
          batchGroupId: uuid('The batch group that is paid'),
          profileId: idOut('profile'),
        },
        { description: 'The payment initiation' },
      ),
      previousStatus: statusField('The status before the change'),
      newStatus: statusField('The status after the change'),
      occurredAt: instantOut('When the status changed'),
      returnCode: Type.String({
        description:
          'R01 (ACH) or 901 (EFT) for FAILED, R10 (ACH) or 915 (EFT) for CHARGED_BACK, otherwise 200',
        examples: ['200'],
      }),
    },
    { title: 'PaymentInitiationStateChange' },
  ),
})
