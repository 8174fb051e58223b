// Every event of this module.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { amountOut, currencyCode, instantOut, nullable, oneOf } from '../kernel/wire.ts'
import { breachStates } from './states.ts'

export const breachUpdated = eventKind({
  name: 'hold-limit-breach#update',
  versions: ['4.0.0'],
  scopes: ['profile', 'application'],
  summary:
    'A profile exceeded the limit of its country for held money, or its breach of the limit was closed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          type: Type.Literal('hold-limit-breach', { description: 'Always hold-limit-breach' }),
          hold_limit_breach_id: idOut('hold-limit-breach'),
          profile_id: idOut('profile'),
        },
        { description: 'The breach of the limit' },
      ),
      amount: amountOut('The amount that is or was held above the limit'),
      currency: currencyCode('The currency of the limit'),
      state: oneOf(
        breachStates.states,
        'OPEN until a check finds that the profile is within the limit, or that the limit no longer applies',
      ),
      closing_reason: nullable(
        oneOf(
          ['AUTOMATICALLY_RESOLVED', 'MANUALLY_RESOLVED'],
          'AUTOMATICALLY_RESOLVED when the service sent the excess, MANUALLY_RESOLVED when the breach closed for another reason; null while OPEN',
        ),
      ),
      created_at: instantOut('When the breach opened'),
      updated_at: instantOut('When the breach last changed'),
      occurred_at: instantOut('When the breach opened or changed'),
    },
    { title: 'HoldLimitBreachUpdate' },
  ),
})
