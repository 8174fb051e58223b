import type { IsCause } from '../../history/history.ts'

/** The state that each operation leads to. */
const stateAfter: Readonly<Record<string, string>> = {
  createTransfer: 'incoming_payment_waiting',
  addTransferToBatchGroup: 'incoming_payment_waiting',
  createThirdPartyTransfer: 'incoming_payment_waiting',
  createPartnerLicenceTransfer: 'incoming_payment_waiting',
  fundTransfer: 'processing',
  fundTransferV1: 'processing',
  simulateTransferProcessing: 'processing',
  simulateTransferFundsConverted: 'funds_converted',
  simulateTransferOutgoingPaymentSent: 'outgoing_payment_sent',
  simulateTransferBouncedBack: 'bounced_back',
  simulateTransferFundsRefunded: 'funds_refunded',
  cancelTransfer: 'cancelled',
}

/** Compares only the states: a transfer is in each state at most once, so only one request can have led to it. */
export const isCauseOfTransfer: IsCause = ({ operation }, { to }) => stateAfter[operation] === to
