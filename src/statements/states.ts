// The state machine of hold limit breaches.

import { machine } from '../kernel/states.ts'

export const breachStates = machine({
  name: 'hold-limit-breach',
  states: ['OPEN', 'CLOSED'],
  initial: 'OPEN',
  moves: {
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      because: 'the profile holds no more than the limit, or the limit no longer applies',
    },
  },
})

export type BreachState = (typeof breachStates.states)[number]
