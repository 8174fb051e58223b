import { TimelinePanel } from '../../history/TimelinePanel.tsx'
import { usePostings } from '../../money/use-postings.ts'
import { isCauseOfTransfer } from './causes.ts'

export function TransferTimeline({ transferId }: { readonly transferId: number }) {
  const resource = `transfer:${transferId}`
  const { data: postings = [] } = usePostings(resource)
  return (
    <TimelinePanel
      empty="The transfer may belong to another of your profiles: choose that profile in the navigation."
      isCause={isCauseOfTransfer}
      postings={postings}
      resource={resource}
    />
  )
}
