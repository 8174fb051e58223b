import type { Dispute } from '@godwit/sdk'
import { Status, type Tone } from '../../components/Status.tsx'
import { wordsOf } from '../../words.ts'

const tones: Readonly<Record<Dispute['subStatus'], Tone>> = {
  SUBMITTED: 'caution',
  IN_REVIEW: 'progress',
  ACCEPTED: 'progress',
  CHARGEBACK_SUBMITTED: 'progress',
  REFUNDED: 'good',
  REJECTED: 'bad',
  WITHDRAWN: 'neutral',
}

/** The sub-status of a dispute, with its progress as a color. */
export function DisputeStatus({ subStatus }: { readonly subStatus: Dispute['subStatus'] }) {
  return <Status tone={tones[subStatus]}>{wordsOf(subStatus)}</Status>
}
