// What moves a transfer from its state to the next, as operations of the API.

import type { Godwit, Transfer } from '@godwit/sdk'
import { type TransferMove, transferStates } from '../../../../src/transfers/states.ts'

export type Action = {
  readonly name: string
  readonly operation: string
  readonly run: (godwit: Godwit, id: { transferId: number }, profileId: number) => Promise<unknown>
}

/** Moves without an action happen by the passage of time or by another resource; `explanations` say how. */
const actions: Readonly<Partial<Record<TransferMove, readonly Action[]>>> = {
  fund: [
    {
      name: 'Pay from balance',
      operation: 'fundTransfer',
      run: (godwit, path, profileId) =>
        godwit.transfers.fundTransfer({ path: { ...path, profileId }, body: { type: 'BALANCE' } }),
    },
    {
      name: 'Receive a bank transfer',
      operation: 'simulateTransferProcessing',
      run: (godwit, path) => godwit.simulation.simulateTransferProcessing({ path }),
    },
  ],
  convert: [
    {
      name: 'Convert the money',
      operation: 'simulateTransferFundsConverted',
      run: (godwit, path) => godwit.simulation.simulateTransferFundsConverted({ path }),
    },
  ],
  send: [
    {
      name: 'Send to the recipient',
      operation: 'simulateTransferOutgoingPaymentSent',
      run: (godwit, path) => godwit.simulation.simulateTransferOutgoingPaymentSent({ path }),
    },
  ],
  bounce: [
    {
      name: 'Bounce: the account is closed',
      operation: 'simulateTransferBouncedBack',
      run: (godwit, path) =>
        godwit.simulation.simulateTransferBouncedBack({
          path,
          query: { reason: 'ACCOUNT_CLOSED' },
        }),
    },
  ],
  refund: [
    {
      name: 'Refund the sender',
      operation: 'simulateTransferFundsRefunded',
      run: (godwit, path) => godwit.simulation.simulateTransferFundsRefunded({ path }),
    },
  ],
  cancel: [
    {
      name: 'Cancel',
      operation: 'cancelTransfer',
      run: (godwit, path) => godwit.transfers.cancelTransfer({ path }),
    },
  ],
}

/** How moves without an action come about. */
const explanations: Readonly<Partial<Record<TransferMove, string>>> = {
  lapse: 'Move the clock on the page Time.',
  giveUp: 'Move the clock on the page Time by the time to claim.',
  takeBack: 'Report the direct debit as charged back: simulatePaymentInitiation.',
}

export type NextMove = {
  readonly move: TransferMove
  readonly to: Transfer['status']
  readonly because: string
  readonly actions: readonly Action[]
  readonly explanation: string | undefined
}

/** The moves that the table of states allows from a status. */
export function nextMoves(status: Transfer['status']): NextMove[] {
  return Object.entries(transferStates.moves).flatMap(([name, { from, to, because }]) => {
    const move = name as TransferMove
    const isAllowed = (from as readonly string[]).includes(status)
    if (!isAllowed) return []
    const explanation = explanations[move]
    return [{ move, to, because, actions: actions[move] ?? [], explanation }]
  })
}
