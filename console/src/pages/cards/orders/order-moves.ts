// The moves that a card order can make from its status, with the operations of the API that make them.

import type { CardOrder, Godwit } from '@godwit/sdk'
import { type CardOrderMove, cardOrderStates } from '../../../../../src/card-orders/states.ts'
import { type Action, nextMoves } from '../../../history/moves.ts'

/** How to cause the moves that have no action. */
const explanations: Readonly<Partial<Record<CardOrderMove, string>>> = {
  fulfil: 'Verify the profile on the page Profiles.',
  issue: 'The service issues the card by itself within seconds.',
}

export function movesOfOrder(
  { cardOrders, cards, simulation }: Godwit,
  { id, profileId, cardToken, cardType, status }: CardOrder,
) {
  const path = { profileId, cardOrderId: id }
  const producedPath = { ...path, state: 'produced' } as const
  const returnedPath = { ...path, state: 'returned' } as const
  const activate: Action = {
    name: 'Activate the card',
    run: (headers) =>
      cards.setCardStatus({
        path: { profileId, cardToken: cardToken ?? '' },
        headers,
        body: { status: 'ACTIVE' },
      }),
  }
  const cancel: Action = {
    name: 'Cancel the order',
    warning: 'The order ends. If its card is issued, the card is blocked and can never be used.',
    run: () => cardOrders.changeCardOrderStatus({ path, body: { status: 'CANCELLED' } }),
  }
  const actions: Readonly<Partial<Record<CardOrderMove, readonly Action[]>>> = {
    cancel: [cancel],
    ...(cardType === 'PHYSICAL' && {
      produce: [
        {
          name: 'Produce the card',
          run: () => simulation.simulateCardOrder({ path: producedPath }),
        },
        // A failed production does not change the order, so the card can be produced afterwards.
        {
          name: 'Let the production fail',
          run: () =>
            simulation.simulateCardProduction({
              path: { profileId, cardToken: cardToken ?? '' },
              body: { status: 'PRODUCTION_ERROR' },
            }),
        },
      ],
      return: [
        {
          name: 'Return the card: the delivery failed',
          warning: 'The card is blocked and can never be used. Order another one.',
          run: () => simulation.simulateCardOrder({ path: returnedPath }),
        },
      ],
      ...(cardToken && { complete: [activate] }),
    }),
  }
  return nextMoves(cardOrderStates, status, { actions, explanations })
}
