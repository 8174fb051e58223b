import type { Transfer } from '@godwit/sdk'
import { TimelinePanel } from '../../history/TimelinePanel.tsx'
import { usePostings } from '../../money/use-postings.ts'
import { isCauseOfTransfer } from './causes.ts'
import { isExample } from './is-example.ts'

export function TransferTimeline({ transfer }: { readonly transfer: Transfer }) {
  const resource = `transfer:${transfer.id}`
  const { data: postings = [] } = usePostings(resource)
  return (
    <TimelinePanel
      empty="The transfer may belong to another of your profiles: choose that profile in the navigation."
      hint={({ number }) =>
        number === 1 &&
        isExample(transfer) &&
        'Created by the sandbox at its first start, as an example.'
      }
      isCause={isCauseOfTransfer}
      postings={postings}
      resource={resource}
    />
  )
}
