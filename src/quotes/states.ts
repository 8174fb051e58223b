// What becomes of a quote. That it expires is no move: a PENDING quote whose time has come is one,
// whether or not anything has looked at it (D12).

import { machine } from '../kernel/states.ts'

export const quoteStates = machine({
  name: 'quote',
  states: ['PENDING', 'ACCEPTED', 'FUNDED'],
  initial: 'PENDING',
  moves: {
    accept: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      because: 'a transfer was made of it; it can be used once',
    },
    fund: {
      from: ['ACCEPTED'],
      to: 'FUNDED',
      because: 'the money of its transfer was booked',
    },
    convert: {
      from: ['PENDING'],
      to: 'FUNDED',
      because: 'a conversion takes the quote and books its money at once',
    },
  },
})

export type StoredStatus = (typeof quoteStates.states)[number]
