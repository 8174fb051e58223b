// The event `cards#card-status-change`. `card-orders/events.ts` and `card-transactions/events.ts` declare the other events of cards.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { instantOut, oneOf, uuid } from '../kernel/wire.ts'
import { cardStates } from './states.ts'

export const cardStatusChanged = eventKind({
  name: 'cards#card-status-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A card was issued, or its status changed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          profile_id: idOut('profile'),
          client_id: Type.String({
            description:
              'Key of the application that ordered the card, or `personal` when a personal token ordered it',
            examples: ['sandbox-partner'],
          }),
          card_token: uuid('The card token, which identifies the card in request paths'),
          type: oneOf(['card'], 'The type of the resource that the event is about'),
        },
        { title: 'CardResource', description: 'The card' },
      ),
      card_status: oneOf(cardStates.states, 'The new status'),
      changed_by: Type.String({
        description:
          'Key of the application whose user changed the status, `personal` for a user with a personal token, or `internal_system` for the service and its operators',
        examples: ['internal_system'],
      }),
      occurred_at: instantOut('When the status changed'),
    },
    { title: 'CardStatusChange' },
  ),
})
