import type { FeedEntry } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { toneOfDelivery } from '../../components/DeliveryState.tsx'
import { RealTime } from '../../components/RealTime.tsx'
import { Status, type Tone } from '../../components/Status.tsx'
import { Time } from '../../components/Time.tsx'
import { CauseLink } from '../../money/CauseLink.tsx'
import { isError } from '../../reply-status.ts'
import { pagePathOrFallbackOf } from '../../resource-path.ts'
import { withoutReferences } from '../../without-references.ts'
import { useWorkspace } from '../../workspace.ts'

/** One entry: its kind, a sentence with its resource, and its time. */
export function FeedLine({ entry }: { readonly entry: FeedEntry }) {
  return (
    <li className="feed-line">
      <Status tone={toneOf(entry)}>{entry.kind}</Status>
      <span className="feed-text">
        <SubjectLink entry={entry}>{textOf(entry)}</SubjectLink>
      </span>
      <span className="muted">
        <EntryTime entry={entry} />
      </span>
    </li>
  )
}

/** The log of requests has the real time. Everything else has the time of the sandbox clock. */
function EntryTime({ entry: { kind, at } }: { readonly entry: FeedEntry }) {
  if (kind !== 'request') return <Time at={at} hasSeconds />
  return (
    <>
      <RealTime at={at} /> (real time)
    </>
  )
}

/** Links to the request, the subscription of a delivery that has not arrived, the resource, or the page Time; no link for a timer. */
function SubjectLink({
  entry,
  children,
}: {
  readonly entry: FeedEntry
  readonly children: string
}) {
  if (entry.kind === 'request') return <Link to={`/requests/${entry.requestId}`}>{children}</Link>
  if (entry.kind === 'delivery' && entry.state !== 'DELIVERED')
    return <SubscriptionLink subscriptionId={entry.subscriptionId}>{children}</SubscriptionLink>
  if ('resource' in entry) return <ResourceLink resource={entry.resource}>{children}</ResourceLink>
  if (entry.kind === 'clock') return <Link to="/time">{children}</Link>
  return children
}

type SubscriptionLinkProps = { readonly subscriptionId: string; readonly children: string }

/** Links to the deliveries of a subscription; to the page Webhooks for a subscription of an application or of another profile. */
function SubscriptionLink({ subscriptionId, children }: SubscriptionLinkProps) {
  const { godwit, profile } = useWorkspace()
  const { data = [] } = useQuery({
    queryKey: ['subscriptions-of-feed', profile.id],
    queryFn: () => godwit.webhooks.listSubscriptionsOfProfile({ path: { profileId: profile.id } }),
  })
  const isListed = data.some(({ id }) => id === subscriptionId)
  return <Link to={isListed ? `/webhooks/${subscriptionId}` : '/webhooks'}>{children}</Link>
}

type ResourceLinkProps = { readonly resource: string; readonly children: string }

/** Links to the page of the resource, or to the fallback page of its kind; without either, to its postings in the ledger. */
function ResourceLink({ resource, children }: ResourceLinkProps) {
  const path = pagePathOrFallbackOf(resource)
  if (path !== undefined) return <Link to={path}>{children}</Link>
  return <CauseLink reference={resource}>{children}</CauseLink>
}

function textOf(entry: FeedEntry): string {
  switch (entry.kind) {
    case 'request':
      return `${entry.method} ${entry.path}: ${[entry.status, ...entry.errorCodes].join(' ')}`
    case 'event':
      return `${entry.name} of ${entry.resource}`
    case 'transition':
      return `${entry.name} of ${entry.resource}: ${entry.from ?? 'created'} → ${entry.to}`
    case 'delivery':
      return `${entry.name} of ${entry.resource}: attempt ${entry.attempt}, ${entry.status ?? entry.error} after ${entry.latencyMs} ms, ${entry.state}`
    case 'timer':
      return `${entry.sweep} of ${entry.row}: ${withoutReferences(entry.summary)}`
    case 'clock':
      return `${entry.from} → ${entry.to}`
  }
}

function toneOf(entry: FeedEntry): Tone {
  if (entry.kind === 'request') return isError(entry.status) ? 'bad' : 'neutral'
  if (entry.kind === 'delivery') return toneOfDelivery(entry.state)
  return entry.kind === 'transition' ? 'progress' : 'neutral'
}
