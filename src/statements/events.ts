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
  summary: 'A profile exceeded the limit of its country for held money, or came below it again.',
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
      state: oneOf(breachStates.states, 'OPEN while the profile holds more than the limit'),
      closing_reason: nullable(
        oneOf(
          ['AUTOMATICALLY_RESOLVED', 'MANUALLY_RESOLVED'],
          'Whether the service sent the excess, or the profile came below the limit otherwise; null while OPEN',
        ),
      ),
      created_at: instantOut('When the breach opened'),
      updated_at: instantOut('When the breach last changed'),
      occurred_at: instantOut('When the breach opened or changed'),
    },
    { title: 'HoldLimitBreachUpdate' },
  ),
})
