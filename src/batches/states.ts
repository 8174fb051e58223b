import { machine } from '../kernel/states.ts'

// Spec A 3.2; how a cancellation goes on, and how a group lapses, is decision D27.
export const batchGroupStates = machine({
  name: 'batch-group',
  states: ['NEW', 'COMPLETED', 'MARKED_FOR_CANCELLATION', 'PROCESSING_CANCEL', 'CANCELLED'],
  initial: 'NEW',
  moves: {
    complete: { from: ['NEW'], to: 'COMPLETED', because: 'all its transfers are in it' },
    cancel: {
      from: ['NEW', 'COMPLETED'],
      to: 'MARKED_FOR_CANCELLATION',
      because: 'the sender changed their mind before it was paid',
    },
    startCancelling: {
      from: ['MARKED_FOR_CANCELLATION'],
      to: 'PROCESSING_CANCEL',
      because: 'its transfers are being cancelled',
    },
    finishCancelling: {
      from: ['PROCESSING_CANCEL'],
      to: 'CANCELLED',
      because: 'all its transfers are cancelled',
    },
    lapse: {
      from: ['NEW', 'COMPLETED'],
      to: 'CANCELLED',
      because: 'nobody paid for any of its transfers in time',
    },
  },
})

export type GroupStatus = (typeof batchGroupStates.states)[number]
export type GroupMove = keyof typeof batchGroupStates.moves

// Spec 2.6 names the states, decision D29 the moves.
export const paymentInitiationStates = machine({
  name: 'payment-initiation',
  states: ['NEW', 'PROCESSING', 'COMPLETED', 'FAILED', 'CHARGED_BACK'],
  initial: 'NEW',
  moves: {
    start: { from: ['NEW'], to: 'PROCESSING', because: 'the bank was asked for the money' },
    complete: { from: ['PROCESSING'], to: 'COMPLETED', because: 'the money came' },
    fail: { from: ['NEW', 'PROCESSING'], to: 'FAILED', because: 'the bank said no' },
    chargeBack: {
      from: ['COMPLETED'],
      to: 'CHARGED_BACK',
      because: 'the bank took the money back',
    },
  },
})

export type InitiationStatus = (typeof paymentInitiationStates.states)[number]
export type InitiationMove = keyof typeof paymentInitiationStates.moves
