// The state machines of batch groups and payment initiations.

import { machine } from '../kernel/states.ts'

// The states of a batch group are those of A 3.2; D27 decides how it is cancelled and how it lapses.
export const batchGroupStates = machine({
  name: 'batch-group',
  states: ['NEW', 'COMPLETED', 'MARKED_FOR_CANCELLATION', 'PROCESSING_CANCEL', 'CANCELLED'],
  initial: 'NEW',
  moves: {
    complete: { from: ['NEW'], to: 'COMPLETED', because: 'all transfers of the group were added' },
    cancel: {
      from: ['NEW', 'COMPLETED'],
      to: 'MARKED_FOR_CANCELLATION',
      because: 'the sender cancelled the group before it was paid',
    },
    startCancelling: {
      from: ['MARKED_FOR_CANCELLATION'],
      to: 'PROCESSING_CANCEL',
      because: 'the transfers of the group are being cancelled',
    },
    finishCancelling: {
      from: ['PROCESSING_CANCEL'],
      to: 'CANCELLED',
      because: 'all transfers of the group are cancelled',
    },
    lapse: {
      from: ['NEW', 'COMPLETED'],
      to: 'CANCELLED',
      because: 'nobody paid for any transfer of the group in time',
    },
  },
})

export type GroupStatus = (typeof batchGroupStates.states)[number]
export type GroupMove = keyof typeof batchGroupStates.moves

// The states of a payment initiation are those of A 2.6; D29 decides the moves.
export const paymentInitiationStates = machine({
  name: 'payment-initiation',
  states: ['NEW', 'PROCESSING', 'COMPLETED', 'FAILED', 'CHARGED_BACK'],
  initial: 'NEW',
  moves: {
    start: { from: ['NEW'], to: 'PROCESSING', because: 'the bank accepted the request' },
    complete: { from: ['PROCESSING'], to: 'COMPLETED', because: 'the money arrived' },
    fail: { from: ['NEW', 'PROCESSING'], to: 'FAILED', because: 'the bank refused the debit' },
    chargeBack: {
      from: ['COMPLETED'],
      to: 'CHARGED_BACK',
      because: 'the bank took the money back',
    },
  },
})

export type InitiationStatus = (typeof paymentInitiationStates.states)[number]
export type InitiationMove = keyof typeof paymentInitiationStates.moves
