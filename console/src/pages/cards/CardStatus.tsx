import type { Card } from '@godwit/sdk'
import { Status, type Tone } from '../../components/Status.tsx'
import { wordsOf } from '../../words.ts'

const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  INACTIVE: 'caution',
  FROZEN: 'progress',
  BLOCKED: 'bad',
  PARTNER_SUSPENDED: 'bad',
}

export function CardStatus({ status }: { readonly status: Card['status'] }) {
  return <Status tone={tones[status] ?? 'neutral'}>{wordsOf(status)}</Status>
}
