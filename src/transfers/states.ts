// The state machine of transfers. The states are those of A 3.1; D22 and D24 decide the moves that end a transfer early.

import { machine } from '../kernel/states.ts'

export const transferStates = machine({
  name: 'transfer',
  states: [
    'incoming_payment_waiting',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
    'funds_refunded',
    'cancelled',
  ],
  initial: 'incoming_payment_waiting',
  moves: {
    fund: {
      from: ['incoming_payment_waiting'],
      to: 'processing',
      because: 'a balance, a bank or a card paid for the transfer',
    },
    convert: { from: ['processing'], to: 'funds_converted', because: 'the money was exchanged' },
    send: {
      from: ['funds_converted'],
      to: 'outgoing_payment_sent',
      because: 'the money left for the recipient',
    },
    bounce: {
      from: ['outgoing_payment_sent'],
      to: 'bounced_back',
      because: "the recipient's bank returned the money",
    },
    refund: {
      from: ['bounced_back'],
      to: 'funds_refunded',
      because: 'the sender got the money back',
    },
    giveUp: {
      from: ['funds_converted'],
      to: 'funds_refunded',
      because: 'the recipient did not name a bank account in time',
    },
    cancel: {
      from: ['incoming_payment_waiting', 'processing'],
      to: 'cancelled',
      because: 'the sender changed their mind before the money was exchanged',
    },
    chargeBack: {
      from: ['processing', 'funds_converted'],
      to: 'cancelled',
      because: 'the direct debit that paid for the transfer was charged back before the money left',
    },
    lapse: {
      from: ['incoming_payment_waiting'],
      to: 'cancelled',
      because: 'nobody paid within five working days',
    },
  },
})

export type TransferStatus = (typeof transferStates.states)[number]
export type TransferMove = keyof typeof transferStates.moves
