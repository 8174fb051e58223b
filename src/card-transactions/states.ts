// The state machine of card transactions.

import { machine } from '../kernel/states.ts'

export const cardTransactionStates = machine({
  name: 'card-transaction',
  states: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'DECLINED'],
  initial: 'IN_PROGRESS',
  moves: {
    decline: {
      from: ['IN_PROGRESS'],
      to: 'DECLINED',
      because: 'the card, its limits or the balances do not allow the payment',
    },
    capture: { from: ['IN_PROGRESS'], to: 'COMPLETED', because: 'the merchant collects the money' },
    captureLate: {
      from: ['CANCELLED'],
      to: 'COMPLETED',
      because: 'the merchant collects the money after the hold has lapsed',
    },
    reverse: {
      from: ['IN_PROGRESS'],
      to: 'CANCELLED',
      because: 'the merchant does not collect the money',
    },
    lapse: {
      from: ['IN_PROGRESS'],
      to: 'CANCELLED',
      because: 'the merchant did not collect the money in time',
    },
  },
})

export type TransactionState = (typeof cardTransactionStates.states)[number]
