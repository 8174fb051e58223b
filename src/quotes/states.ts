// The state machine of quotes. Expiry is not a move: a PENDING quote is EXPIRED from `expires_at` on, and
// nothing has to run for it (D12).

import { machine } from '../kernel/states.ts'

export const quoteStates = machine({
  name: 'quote',
  states: ['PENDING', 'ACCEPTED', 'FUNDED'],
  initial: 'PENDING',
  moves: {
    accept: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      because: 'a transfer uses the quote; it can be used once',
    },
    fund: {
      from: ['ACCEPTED'],
      to: 'FUNDED',
      because: 'the money of its transfer was booked',
    },
    convert: {
      from: ['PENDING'],
      to: 'FUNDED',
      because: 'a conversion uses the quote and books its money immediately',
    },
  },
})

export type StoredStatus = (typeof quoteStates.states)[number]
