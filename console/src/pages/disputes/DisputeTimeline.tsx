import type { Dispute } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import type { IsCause } from '../../history/history.ts'
import { TimelinePanel } from '../../history/TimelinePanel.tsx'
import { useEvents } from '../../money/use-events.ts'
import { useDisputeMoney } from './use-dispute-money.ts'

/** The states of the dispute, with the journals of its refund. The journals of the payment itself are left out. */
export function DisputeTimeline({ dispute }: { readonly dispute: Dispute }) {
  const resource = `dispute:${dispute.id}`
  const { data: events = [] } = useEvents(resource)
  const { data: money } = useDisputeMoney(dispute.transactionId)
  const moments = events.map(({ occurredAt }) => occurredAt)
  return (
    <TimelinePanel
      empty="The dispute may belong to another of your profiles: choose that profile in the navigation."
      hint={({ number }) =>
        // The reply to a submission is a step of the form, which does not name the dispute.
        number === 1 && (
          <Link
            search={{ query: `operation:submitDispute profile:${dispute.profileId}` }}
            to="/requests"
          >
            By a submission of the form
          </Link>
        )
      }
      isCause={isCause}
      postings={money?.postings.filter(({ postedAt }) => moments.includes(postedAt)) ?? []}
      resource={resource}
    />
  )
}

const isCause: IsCause = ({ operation, path }, { to }) =>
  operation === 'withdrawDispute'
    ? to === 'WITHDRAWN'
    : operation === 'simulateDispute' && path.endsWith(`/${to}`)
