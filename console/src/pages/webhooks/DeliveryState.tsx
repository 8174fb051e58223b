import type { Delivery } from '@godwit/sdk'
import { Status, type Tone } from '../../components/Status.tsx'

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  QUEUED: 'progress',
  RETRYING: 'caution',
  DELIVERED: 'good',
  FAILED: 'bad',
  STOPPED: 'neutral',
}

export function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  return <Status tone={tones[state]}>{state.toLowerCase()}</Status>
}
