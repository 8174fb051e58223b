import { machine } from '../kernel/states.ts'

export const balanceStates = machine({
  name: 'balance',
  states: ['OPEN', 'CLOSED'],
  initial: 'OPEN',
  moves: {
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      because: 'a balance that holds nothing, and that nothing is on its way from, is not needed',
    },
  },
})

export type BalanceState = (typeof balanceStates.states)[number]
