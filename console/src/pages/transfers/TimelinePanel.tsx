import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { Movements } from '../../money/Movements.tsx'
import { PurposeLetters } from '../../money/PurposeLetters.tsx'
import { journalsOf } from '../../money/postings.ts'
import { useEvents } from '../../money/use-events.ts'
import { usePostings } from '../../money/use-postings.ts'
import { useRequests } from '../../money/use-requests.ts'
import type { Transfer } from '../../workspace.ts'
import { type Entry, historyOf } from './history.ts'
import { RequestLine } from './RequestLine.tsx'

/** Each state with the request that led to it and the money that it moved. */
export function TimelinePanel({ transfer }: { readonly transfer: Transfer }) {
  const subject = `transfer:${transfer.id}`
  const events = useEvents(subject)
  const { data: postings = [] } = usePostings(subject)
  const { data: log } = useRequests(subject)
  return (
    <Panel title="What happened">
      {postings.length > 0 && <PurposeLetters />}
      <Loaded label="Loading the history" query={events}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No event in this profile">
              The transfer may belong to another of your profiles: choose it in the navigation.
            </EmptyState>
          ) : (
            <Timeline
              entries={historyOf(list, journalsOf(postings), log?.requests ?? []).map((entry) => ({
                key: entry.key,
                at: entry.at,
                title: titleOf(entry),
                detail: <Effects entry={entry} isLogOn={log?.isLogOn ?? false} />,
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
  if (event.to === null) return event.name
  return event.to.replaceAll('_', ' ')
}

type EffectsProps = { readonly entry: Entry; readonly isLogOn: boolean }

function Effects({ entry: { event, request, journals }, isLogOn }: EffectsProps) {
  return (
    <div className="transfer-effects">
      {event?.to && (
        <p>
          {request && <RequestLine request={request} />}
          {!request && isLogOn && 'By the service itself, or before the kept requests.'}
        </p>
      )}
      {event?.to && (
        <p>
          Event <code>{event.name}</code>, number {event.number}
        </p>
      )}
      {journals.map((journal) => (
        <div key={journal.id}>
          <p>
            Journal <code>{journal.name}</code>: {journal.purpose}
          </p>
          <Movements postings={journal.postings} />
        </div>
      ))}
    </div>
  )
}
