// The moves of a transfer from one state to the next, and the operations of the API that make them.

import type { Godwit, Transfer } from '@godwit/sdk'
import { DAY } from '../../../../src/kernel/timer.ts'
import { type TransferMove, transferStates } from '../../../../src/transfers/states.ts'
import { timeToClaim } from '../../../../src/transfers/timers.ts'
import { type Action, nextMoves } from '../../history/moves.ts'

/** How to cause the moves without an action. */
const explanations: Readonly<Partial<Record<TransferMove, string>>> = {
  lapse: 'Move the clock on the page Time.',
  giveUp: `Move the clock on the page Time by ${timeToClaim.seconds / DAY} days.`,
  takeBack: 'Report the direct debit as charged back: simulatePaymentInitiation.',
}

export function movesOf(
  { transfers, simulation }: Godwit,
  { id, status }: Transfer,
  profileId: number,
) {
  const path = { transferId: id }
  const actions: Readonly<Partial<Record<TransferMove, readonly Action[]>>> = {
    fund: [
      {
        name: 'Pay from balance',
        run: (headers) =>
          transfers.fundTransfer({
            path: { ...path, profileId },
            headers,
            body: { type: 'BALANCE' },
          }),
      },
      {
        name: 'Receive a bank transfer',
        run: () => simulation.simulateTransferProcessing({ path }),
      },
    ],
    convert: [
      {
        name: 'Convert the money',
        run: () => simulation.simulateTransferFundsConverted({ path }),
      },
    ],
    send: [
      {
        name: 'Send to the recipient',
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
        run: () => simulation.simulateTransferFundsRefunded({ path }),
      },
    ],
    cancel: [
      {
        name: 'Cancel the transfer',
        warning:
          'A cancelled transfer cannot be paid or sent. Money that was paid for it goes back.',
        run: () => transfers.cancelTransfer({ path }),
      },
    ],
  }
  return nextMoves(transferStates, status, { actions, explanations })
}
