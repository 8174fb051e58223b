// The state machine of card orders.

import { machine } from '../kernel/states.ts'

/** The sources of the states and moves are C 3.2, Facts 12 and D77. */
export const cardOrderStates = machine({
  name: 'card-order',
  states: [
    'PLACED',
    'REQUIREMENTS_FULFILLED',
    'CARD_DETAILS_CREATED',
    'PRODUCED',
    'COMPLETED',
    'CANCELLED',
    'RETURNED',
  ],
  initial: 'PLACED',
  moves: {
    fulfil: {
      from: ['PLACED'],
      to: 'REQUIREMENTS_FULFILLED',
      because: 'the profile is verified, so nothing is missing any more',
    },
    issue: {
      from: ['REQUIREMENTS_FULFILLED'],
      to: 'CARD_DETAILS_CREATED',
      because: 'the card is issued',
    },
    produce: {
      from: ['CARD_DETAILS_CREATED'],
      to: 'PRODUCED',
      because: 'the physical card is made and waits for the delivery vendor',
    },
    complete: {
      from: ['CARD_DETAILS_CREATED', 'PRODUCED'],
      to: 'COMPLETED',
      because:
        'the card is active: a virtual one from the start, a physical one once its holder activates it',
    },
    cancel: {
      from: ['PLACED', 'REQUIREMENTS_FULFILLED', 'CARD_DETAILS_CREATED', 'PRODUCED'],
      to: 'CANCELLED',
      because: 'the customer no longer wants the card; a card that was issued is blocked',
    },
    return: {
      from: ['PRODUCED'],
      to: 'RETURNED',
      because: 'the delivery failed, so the card is blocked',
    },
  },
})

export type CardOrderStatus = (typeof cardOrderStates.states)[number]
export type CardOrderMove = keyof typeof cardOrderStates.moves
