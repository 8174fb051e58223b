// The state machines of orders of account details and of incoming payments.

import { machine } from '../kernel/states.ts'

/** The states of B 2.8, and REQUIREMENTS_FULFILLED of Facts 2.3, which only the event shows. */
export const accountDetailsOrderStates = machine({
  name: 'account-details-order',
  states: ['PENDING_USER', 'PENDING_TW', 'REQUIREMENTS_FULFILLED', 'DONE'],
  initial: 'PENDING_USER',
  moves: {
    review: {
      from: ['PENDING_USER'],
      to: 'PENDING_TW',
      because: 'the user has done everything, and the service checks a document (D54)',
    },
    sendBack: {
      from: ['PENDING_TW'],
      to: 'PENDING_USER',
      because: 'the document was refused, so the user has to act again',
    },
    fulfil: {
      from: ['PENDING_USER', 'PENDING_TW'],
      to: 'REQUIREMENTS_FULFILLED',
      because: 'all requirements are done, and no issuer of accounts is connected (D86)',
    },
    issue: {
      from: ['PENDING_USER', 'PENDING_TW', 'REQUIREMENTS_FULFILLED'],
      to: 'DONE',
      because: 'all requirements are done, and the account was issued (B 3)',
    },
  },
})
export type OrderStatus = (typeof accountDetailsOrderStates.states)[number]

/** The states of Facts 2.3 without CANCELLED, because the banks of this service do not take a payment back. */
export const incomingPaymentStates = machine({
  name: 'incoming-payment',
  states: ['PROCESSING', 'COMPLETED', 'REFUNDED'],
  initial: 'PROCESSING',
  moves: {
    complete: {
      from: ['PROCESSING'],
      to: 'COMPLETED',
      because:
        'the money is on the balance; a payment to an unverified profile waits until the profile is verified (D55)',
    },
    refund: {
      from: ['COMPLETED'],
      to: 'REFUNDED',
      because: 'a payment goes back to its sender once (D56)',
    },
  },
})
export type IncomingPaymentState = (typeof incomingPaymentStates.states)[number]
