import { machine } from '../kernel/states.ts'

export const balanceStates = machine({
  name: 'balance',
  states: ['OPEN', 'CLOSED'],
  initial: 'OPEN',
  moves: {
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      because:
        'a balance without money, and without a transfer in flight that it paid, is not needed',
    },
  },
})

export type BalanceState = (typeof balanceStates.states)[number]
