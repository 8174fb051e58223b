// The moves that are possible for a transfer, and the operations of the API that make these moves.

import type { DueWork, Godwit, Transfer, TransferSummary } from '@godwit/sdk'
import { type TransferMove, transferStates } from '../../../../src/transfers/states.ts'
import { type Action, type NextMove, nextMoves } from '../../history/moves.ts'

/** The data of a transfer that decide which moves are possible. */
export type Situation = {
  readonly status: Transfer['status']
  readonly summary: Pick<TransferSummary, 'issues' | 'payOut' | 'paidBy' | 'batchGroupId'>
  /** The pending timers of the transfer. */
  readonly timers: readonly Pick<DueWork, 'sweep'>[]
}

const MOVE_CLOCK =
  'The service makes this move when its timer is due: move the clock on the page Time.'

type Actions = Readonly<Partial<Record<TransferMove, readonly Action[]>>>

/** The possible moves. A member of an unpaid batch moves only with its batch, and a paid transfer with an issue waits. */
export function movesOfTransfer(actions: Actions, situation: Situation): NextMove[] {
  const { status, summary } = situation
  const blocked = blockedMoves(situation)
  const allowed = Object.fromEntries(
    Object.entries(actions).filter(([move]) => !(move in blocked)),
  ) as Actions
  const issues = textOfIssues(summary)
  const explanations = {
    lapse:
      summary.batchGroupId === null ? MOVE_CLOCK : 'The transfer lapses together with its batch.',
    giveUp: MOVE_CLOCK,
    chargeBack: 'Report the direct debit of the batch as charged back: simulatePaymentInitiation.',
    fund: issues,
    ...blocked,
  }
  const moves = nextMoves(transferStates, status, { actions: allowed, explanations })
  return moves.filter(({ move }) => isPossible(move as TransferMove, situation))
}

function isPossible(move: TransferMove, { summary, timers }: Situation): boolean {
  const { payOut, paidBy, batchGroupId } = summary
  const isPending = (sweep: string) => timers.some((timer) => timer.sweep === sweep)
  if (move === 'giveUp') return isPending('claims.lapse')
  if (move === 'lapse') return isPending('transfers.lapse') || batchGroupId !== null
  if (move === 'chargeBack') return paidBy === 'DIRECT_DEBIT' && batchGroupId !== null
  return move !== 'bounce' || payOut !== 'BALANCE'
}

/** For each move that no action can make now, the reason. */
function blockedMoves({ status, summary }: Situation): Partial<Record<TransferMove, string>> {
  if (status === 'incoming_payment_waiting') {
    if (summary.batchGroupId === null) return {}
    const withBatch =
      'The transfer is paid and cancelled together with its batch, on the page Batches.'
    return { fund: withBatch, cancel: withBatch }
  }
  if (summary.issues.length === 0) return {}
  const issues = textOfIssues(summary)
  return { convert: issues, send: issues }
}

const textOfIssues = ({ issues }: Pick<TransferSummary, 'issues'>) =>
  issues.map(({ description }) => description).join(' ')

/** What a paid transfer waits for, or that it needs nothing more; undefined in a final state. `UnpaidLead` is about unpaid transfers. */
export function leadOf({ status, summary, timers }: Situation): string | undefined {
  if (summary.issues.length > 0) return textOfIssues(summary)
  if (status === 'outgoing_payment_sent') {
    const sent = 'The money was sent, and the transfer needs nothing more.'
    return summary.payOut === 'BALANCE' ? sent : `${sent} The bank may still return the money.`
  }
  if (!['processing', 'funds_converted', 'bounced_back'].includes(status)) return undefined
  if (timers.some(({ sweep }) => sweep === 'transfers.advance'))
    return 'The sandbox makes the next move by itself when its timer is due.'
  return 'The sandbox waits for you: in live mode the operator makes the next move.'
}

/** The actions of the owner of the transfer, and the simulated actions of the banks and the operator. */
export function actionsOf(
  { transfers, simulation }: Godwit,
  transferId: number,
  profileId: number,
): Actions {
  const path = { transferId }
  const payFromBalance: Action = {
    name: 'Pay from balance',
    isPrimary: true,
    run: (headers) =>
      transfers.fundTransfer({
        path: { ...path, profileId },
        headers,
        body: { type: 'BALANCE' },
      }),
  }
  return {
    fund: [
      payFromBalance,
      {
        name: 'Receive a bank transfer',
        run: () => simulation.simulateTransferProcessing({ path }),
      },
    ],
    convert: [
      {
        name: 'Convert the money',
        isPrimary: true,
        run: () => simulation.simulateTransferFundsConverted({ path }),
      },
    ],
    send: [
      {
        name: 'Send to the recipient',
        isPrimary: true,
        run: () => simulation.simulateTransferOutgoingPaymentSent({ path }),
      },
    ],
    bounce: [
      {
        name: 'Bounce: the account is closed',
        run: () =>
          simulation.simulateTransferBouncedBack({ path, query: { reason: 'ACCOUNT_CLOSED' } }),
      },
    ],
    refund: [
      {
        name: 'Refund the sender',
        isPrimary: true,
        run: () => simulation.simulateTransferFundsRefunded({ path }),
      },
    ],
    cancel: [
      {
        name: 'Cancel the transfer',
        warning:
          'A cancelled transfer cannot be paid or sent. Money that was paid for the transfer goes back.',
        run: () => transfers.cancelTransfer({ path }),
      },
    ],
  }
}
