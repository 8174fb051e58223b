// The events of card orders.

import Type from 'typebox'
import { identifiers } from '../kernel/dialect.ts'
import { eventKind } from '../kernel/events.ts'
import { instantOut, nullable, oneOf, uuid } from '../kernel/wire.ts'
import { cardOrderStates } from './states.ts'

export const cardOrderStatusChanged = eventKind({
  name: 'cards#card-order-status-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A card was ordered, or the status of a card order has changed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          type: oneOf(['card'], 'The kind of the resource that the event is about'),
          profile_id: Type.String({
            description: 'The id of the profile, as text',
            examples: ['1'],
          }),
          client_id: Type.String({
            description:
              'Key of the application that ordered the card, or `personal` when a personal token ordered it',
            examples: ['sandbox-partner'],
          }),
          card_token: nullable(
            uuid(
              'The card token, which identifies the card in request paths; null until the card is issued',
            ),
          ),
          card_program: identifiers(
            ['CARD_NETWORK_A', 'CARD_NETWORK_B'],
            Type.String({
              description: 'Name of the card program',
              examples: ['CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API'],
            }),
          ),
        },
        { title: 'CardOrderResource', description: 'The card that was ordered' },
      ),
      order_id: Type.String({ description: 'The id of the card order, as text', examples: ['1'] }),
      order_status: oneOf(cardOrderStates.states, 'The new status'),
      delivery_vendor: nullable(
        Type.String({
          description:
            'The courier that delivers a produced physical card; null for other orders and where the courier is unknown',
          examples: ['Sample Courier'],
        }),
      ),
      occurred_at: instantOut('When the status changed'),
    },
    { title: 'CardOrderStatusChange' },
  ),
})
