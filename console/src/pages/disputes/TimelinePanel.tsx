import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useEvents } from '../../money/use-events.ts'
import { wordsOf } from '../../words.ts'

/** Each state of the dispute with the event that was sent about it. */
export function TimelinePanel({ disputeId }: { readonly disputeId: string }) {
  const events = useEvents(`dispute:${disputeId}`)
  return (
    <Panel title="What happened">
      <Loaded label="Loading the history" query={events}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No event">
              The events of this dispute are older than those that are kept.
            </EmptyState>
          ) : (
            <Timeline
              entries={list.map(({ id, name, number, occurredAt, to }) => ({
                key: id,
                at: occurredAt,
                title: wordsOf(to ?? name),
                detail: (
                  <>
                    Event <code>{name}</code>, number {number}
                  </>
                ),
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
