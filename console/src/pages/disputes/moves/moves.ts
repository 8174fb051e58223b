// The moves of a dispute from one sub-status to the next, each with the label of its button.

import type { Dispute } from '@godwit/sdk'
import { type DisputeMove, disputeStates } from '../../../../../src/disputes/states.ts'
import { allowedMoves } from '../../../history/moves.ts'

export type LabelledMove = {
  readonly move: DisputeMove
  readonly to: Dispute['subStatus']
  readonly because: string
  readonly label: string
}

const labels: Readonly<Record<DisputeMove, string>> = {
  review: 'Begin the review',
  accept: 'Accept',
  reject: 'Reject',
  requestChargeback: 'Request the money from the merchant’s bank',
  refund: 'Refund',
  withdraw: 'Withdraw',
}

export function labelledMoves(subStatus: Dispute['subStatus']): LabelledMove[] {
  return allowedMoves(disputeStates, subStatus).map((allowed) => ({
    ...allowed,
    label: labels[allowed.move],
  }))
}
