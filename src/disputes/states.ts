// The state machine of disputes. The states are those of C 2.7; D84 decides the moves.

import { isFinal, machine, next } from '../kernel/states.ts'

export const disputeStates = machine({
  name: 'dispute',
  states: [
    'SUBMITTED',
    'IN_REVIEW',
    'ACCEPTED',
    'CHARGEBACK_SUBMITTED',
    'REFUNDED',
    'REJECTED',
    'WITHDRAWN',
  ],
  initial: 'SUBMITTED',
  moves: {
    review: {
      from: ['SUBMITTED'],
      to: 'IN_REVIEW',
      because: 'the review of the dispute has begun',
    },
    accept: {
      from: ['IN_REVIEW'],
      to: 'ACCEPTED',
      because: 'the review found that the dispute is valid',
    },
    reject: {
      from: ['IN_REVIEW', 'CHARGEBACK_SUBMITTED'],
      to: 'REJECTED',
      because:
        'the review found that the dispute is not valid, or the merchant has won the chargeback',
    },
    requestChargeback: {
      from: ['ACCEPTED'],
      to: 'CHARGEBACK_SUBMITTED',
      because: "the money was requested from the merchant's bank",
    },
    refund: {
      from: ['ACCEPTED', 'CHARGEBACK_SUBMITTED'],
      to: 'REFUNDED',
      because: 'the money was returned to the customer',
    },
    withdraw: {
      from: ['SUBMITTED', 'IN_REVIEW'],
      to: 'WITHDRAWN',
      because: 'the customer no longer disputes the transaction',
    },
  },
})

export type DisputeSubStatus = (typeof disputeStates.states)[number]
export type DisputeMove = keyof typeof disputeStates.moves

export const disputeStatuses = ['ACTIVE', 'CLOSED'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export function statusOf(subStatus: DisputeSubStatus): DisputeStatus {
  return isFinal(disputeStates, subStatus) ? 'CLOSED' : 'ACTIVE'
}

export function subStatusesOf(status: DisputeStatus): DisputeSubStatus[] {
  return disputeStates.states.filter((subStatus) => statusOf(subStatus) === status)
}

export function canWithdraw(subStatus: DisputeSubStatus): boolean {
  return next(disputeStates, subStatus, 'withdraw') !== undefined
}

/** The meaning of each sub-status, for the customer. */
export const statusMessages: Readonly<Record<DisputeSubStatus, string>> = {
  SUBMITTED: 'The dispute was submitted and will be reviewed.',
  IN_REVIEW: 'The dispute is being reviewed.',
  ACCEPTED: 'The dispute is valid and is being processed.',
  CHARGEBACK_SUBMITTED: "The money was requested from the merchant's bank.",
  REFUNDED: 'The money was returned.',
  REJECTED: 'The dispute was rejected.',
  WITHDRAWN: 'The dispute was withdrawn.',
}
