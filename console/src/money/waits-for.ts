import type { TransferSummary } from '@godwit/sdk'

const nextByStatus: Readonly<Partial<Record<TransferSummary['status'], string>>> = {
  processing: 'Paid. The money is exchanged next.',
  funds_converted: 'The money is sent to the recipient next.',
  bounced_back: 'The money goes back to the sender next.',
}

/**
 * Returns a text about the next event of a transfer: the payment, the issues that hold the transfer up, or the next move. Returns
 * an empty text in a final state.
 */
export function waitsFor({ status, issues }: Pick<TransferSummary, 'status' | 'issues'>): string {
  const texts = issues.map(({ description }) => description)
  if (status === 'incoming_payment_waiting') return ['Waits for your payment.', ...texts].join(' ')
  return texts.length > 0 ? texts.join(' ') : (nextByStatus[status] ?? '')
}
