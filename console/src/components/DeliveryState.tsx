import { wordsOf } from '../words.ts'
import { Status, type Tone } from './Status.tsx'

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'progress',
  RETRYING: 'caution',
  DELIVERED: 'good',
  FAILED: 'bad',
  STOPPED: 'neutral',
}

export const toneOfDelivery = (state: string): Tone => tones[state] ?? 'neutral'

/** The state of a delivery to a webhook. */
export function DeliveryState({ state }: { readonly state: string }) {
  return <Status tone={toneOfDelivery(state)}>{wordsOf(state)}</Status>
}
