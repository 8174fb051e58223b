// The states of a balance.

import { machine } from '../kernel/states.ts'

export const balanceStates = machine({
  name: 'balance',
  states: ['OPEN', 'CLOSED'],
  initial: 'OPEN',
  moves: {
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      because: 'the customer closed the balance, which has no money and paid no transfer in flight',
    },
  },
})

export type BalanceState = (typeof balanceStates.states)[number]
