// The moves of a dispute from one sub-status to the next, each with the button that makes it.

import type { Dispute } from '@godwit/sdk'
import { type DisputeMove, disputeStates } from '../../../../../src/disputes/states.ts'
import { allowedMoves } from '../../../history/moves.ts'

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

export function nextMoves(subStatus: Dispute['subStatus']): NextMove[] {
  return allowedMoves(disputeStates, subStatus).map((allowed) => ({
    ...allowed,
    button: buttons[allowed.move],
  }))
}
