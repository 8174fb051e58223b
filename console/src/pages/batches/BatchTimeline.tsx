import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useRequests } from '../../money/use-requests.ts'

/** The newest requests that have changed the batch group. It has no events. */
export function BatchTimeline({ batchGroupId }: { readonly batchGroupId: string }) {
  const log = useRequests(`batch:${batchGroupId}`)
  return (
    <Panel title="What happened (real time)">
      <Loaded label="Loading requests" query={log}>
        {({ requests }) => {
          const changes = requests.filter(
            ({ status, operation }) => status < 300 && !operation.startsWith('get'),
          )
          if (changes.length === 0)
            return (
              <EmptyState title="No request is kept">
                The log of requests is off, or they are older than those it keeps.
              </EmptyState>
            )
          return (
            <Timeline
              entries={changes.map(({ id, operation, createdAt }) => ({
                key: id,
                at: createdAt,
                title: <Link to={`/requests/${id}`}>{operation}</Link>,
              }))}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}
