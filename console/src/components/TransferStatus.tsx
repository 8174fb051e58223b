import type { Transfer } from '@godwit/sdk'
import { wordsOf } from '../words.ts'
import { Status, type Tone } from './Status.tsx'

const tones: Readonly<Record<Transfer['status'], Tone>> = {
  incoming_payment_waiting: 'caution',
  processing: 'progress',
  funds_converted: 'progress',
  outgoing_payment_sent: 'good',
  bounced_back: 'bad',
  funds_refunded: 'neutral',
  cancelled: 'neutral',
}

/** The status of a transfer, with the progress of the transfer as a color. */
export function TransferStatus({ status }: { readonly status: Transfer['status'] }) {
  return <Status tone={tones[status]}>{wordsOf(status)}</Status>
}
