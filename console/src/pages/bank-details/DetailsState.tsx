import type { AccountDetails } from '@godwit/sdk'
import { Status } from '../../components/Status.tsx'

/** The service has these three words for the state of account details. */
export function DetailsState({ status, deprecated }: AccountDetails) {
  if (deprecated) return <Status tone="caution">deprecated</Status>
  return (
    <Status tone={status === 'ACTIVE' ? 'good' : 'neutral'}>
      {status === 'ACTIVE' ? 'active' : 'not ordered'}
    </Status>
  )
}
