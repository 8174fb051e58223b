import type { TransferSummary } from '@godwit/sdk'

const nextByStatus: Readonly<Partial<Record<TransferSummary['status'], string>>> = {
  processing: 'Paid. The money is exchanged next.',
  funds_converted: 'The money is sent to the recipient next.',
  bounced_back: 'The money goes back to the sender next.',
}

type Waiting = Pick<TransferSummary, 'status' | 'issues' | 'batchGroupId'>

/**
 * Returns a text about the next event of a transfer: the payment, the issues that hold the transfer up, or the next move. Returns
 * an empty text for a transfer without issues that was sent to the recipient or is in a final state.
 */
export function waitsFor({ status, issues, batchGroupId }: Waiting): string {
  const texts = issues.map(({ description }) => description)
  if (status === 'incoming_payment_waiting') return [paymentOf(batchGroupId), ...texts].join(' ')
  return texts.length > 0 ? texts.join(' ') : (nextByStatus[status] ?? '')
}

function paymentOf(batchGroupId: string | null): string {
  return batchGroupId === null
    ? 'Waits for your payment.'
    : 'Waits for the payment of its batch group.'
}
