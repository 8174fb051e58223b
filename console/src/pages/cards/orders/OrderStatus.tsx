import { Status, type Tone } from '../../../components/Status.tsx'
import { wordsOf } from '../../../words.ts'

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  PLACED: 'caution',
  REQUIREMENTS_FULFILLED: 'progress',
  CARD_DETAILS_CREATED: 'progress',
  PRODUCED: 'progress',
  RETURNED: 'bad',
}

/** The status of a card order. */
export function OrderStatus({ status }: { readonly status: string }) {
  return <Status tone={tones[status] ?? 'neutral'}>{wordsOf(status)}</Status>
}
