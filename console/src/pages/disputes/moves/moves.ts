// The moves of a dispute from one sub-status to the next, each with the button that makes it.

import type { Dispute } from '@godwit/sdk'
import { type DisputeMove, disputeStates } from '../../../../../src/disputes/states.ts'

export type NextMove = {
  readonly move: DisputeMove
  readonly to: Dispute['subStatus']
  readonly because: string
  readonly button: string
}

const buttons: Readonly<Record<DisputeMove, string>> = {
  review: 'Begin the review',
  accept: 'Accept',
  reject: 'Reject',
  requestChargeback: 'Request the money from the merchant’s bank',
  refund: 'Refund',
  withdraw: 'Withdraw',
}

/** The moves that the table of states allows from a sub-status. */
export function nextMoves(subStatus: Dispute['subStatus']): NextMove[] {
  return Object.entries(disputeStates.moves).flatMap(([name, { from, to, because }]) => {
    const move = name as DisputeMove
    const isAllowed = (from as readonly string[]).includes(subStatus)
    return isAllowed ? [{ move, to, because, button: buttons[move] }] : []
  })
}
