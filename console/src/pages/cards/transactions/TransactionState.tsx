import type { CardTransaction } from '@godwit/sdk'
import { Status, type Tone } from '../../../components/Status.tsx'
import { wordsOf } from '../../../words.ts'

const tones: Readonly<Record<CardTransaction['state'], Tone>> = {
  IN_PROGRESS: 'progress',
  COMPLETED: 'good',
  CANCELLED: 'neutral',
  DECLINED: 'bad',
}

export function TransactionState({ state }: { readonly state: CardTransaction['state'] }) {
  return <Status tone={tones[state]}>{wordsOf(state)}</Status>
}
