import type { AccountDetails } from '@godwit/sdk'
import { Status } from '../../components/Status.tsx'

/** Whether bank details are active, deprecated, or only an example, because no bank details were issued in the currency. */
export function DetailsState({ status, deprecated }: AccountDetails) {
  if (deprecated) return <Status tone="caution">deprecated</Status>
  return (
    <Status tone={status === 'ACTIVE' ? 'good' : 'neutral'}>
      {status === 'ACTIVE' ? 'active' : 'not issued'}
    </Status>
  )
}
