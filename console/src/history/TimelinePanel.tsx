import type { ResourceEvent } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { Panel } from '../components/Panel.tsx'
import { Timeline } from '../components/Timeline.tsx'
import { JournalPostings } from '../money/JournalPostings.tsx'
import { anchorOf, useJournalAnchor } from '../money/journal-anchor.ts'
import { type Journal, journalsOf, type Posting } from '../money/postings.ts'
import { useEvents } from '../money/use-events.ts'
import { useRequests } from '../money/use-requests.ts'
import { wordsOf } from '../words.ts'
import { type Entry, historyOf, type IsCause } from './history.ts'
import { RequestLine } from './RequestLine.tsx'

type Props = {
  /** The name of the resource in events, such as `card-order:12`. */
  readonly resource: string
  /** The subjects of the log of requests whose requests may have led to a state; by default only `resource`. */
  readonly subjects?: readonly string[]
  readonly isCause: IsCause
  /** Explains an event without a request in the log, such as where to find the request. Replaces the general explanation. */
  readonly hint?: (event: ResourceEvent) => ReactNode
  readonly postings?: readonly Posting[]
  /** A sentence that states why a resource may have no event. */
  readonly empty: string
}

/** The states of the resource, each with the request that led to it and the money that it moved. */
export function TimelinePanel({
  resource,
  subjects = [resource],
  isCause,
  hint,
  postings = [],
  empty,
}: Props) {
  const events = useEvents(resource)
  const { data: log } = useRequests(subjects)
  const requests = log?.requests ?? []
  return (
    <Panel title="What happened">
      <Loaded label="Loading the history" query={events}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No event in this profile">{empty}</EmptyState>
          ) : (
            <Timeline
              entries={historyOf(
                { events: loaded, journals: journalsOf(postings), requests },
                isCause,
              ).map((entry) => ({
                key: entry.key,
                at: entry.at,
                title: titleOf(entry),
                detail: <Effects entry={entry} hint={hint} isLogOn={log?.isLogOn ?? false} />,
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function titleOf({ event, journals }: Entry): string {
  if (event === undefined) return journals.map(({ name }) => name).join(', ')
  return event.to === null ? event.name : wordsOf(event.to)
}

type EffectsProps = {
  readonly entry: Entry
  readonly hint: Props['hint']
  readonly isLogOn: boolean
}

function Effects({ entry: { event, request, journals }, hint, isLogOn }: EffectsProps) {
  return (
    <div className="small-stack">
      {event?.to && (
        <p>
          {request && <RequestLine request={request} />}
          {!request &&
            isLogOn &&
            (hint?.(event) ||
              'Caused by a timer of the service, by a request about another resource, such as a batch, or by a request that is no longer in the log.')}
        </p>
      )}
      {event?.to && (
        <p>
          Event <code>{event.name}</code>, number {event.number}
        </p>
      )}
      {journals.map((journal) => (
        <TimelineJournal journal={journal} key={journal.id} />
      ))}
    </div>
  )
}

/** A journal, with a link to it in the ledger. */
function TimelineJournal({ journal }: { readonly journal: Journal }) {
  const { id, name, purpose, reference, postings } = journal
  const element = useJournalAnchor<HTMLDivElement>(id)
  return (
    <div id={anchorOf(id)} ref={element}>
      <p>
        <Link hash={anchorOf(id)} search={{ reference }} to="/ledger">
          Journal <code>{name}</code>
        </Link>
        : {purpose}
      </p>
      <JournalPostings postings={postings} />
    </div>
  )
}
