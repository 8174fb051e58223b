import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RealTime } from '../../components/RealTime.tsx'
import { useRequests } from '../../money/use-requests.ts'
import { isSuccess } from '../../reply-status.ts'

/** The newest requests that have changed the batch group, which has no events. The times are those of the real clock. */
export function BatchChanges({ batchGroupId }: { readonly batchGroupId: string }) {
  const log = useRequests([`batch:${batchGroupId}`])
  return (
    <Panel title="Changes (real time)">
      <Loaded label="Loading requests" query={log}>
        {({ requests }) => {
          const changes = requests.filter(({ status }) => isSuccess(status))
          if (changes.length === 0)
            return (
              <EmptyState title="The log has no request that changed the batch">
                The log of requests is off, or newer requests have replaced the requests about this
                batch.
              </EmptyState>
            )
          return (
            <ol className="batches-changes">
              {changes.map(({ id, operation, createdAt }) => (
                <li key={id}>
                  <Link to={`/requests/${id}`}>{operation}</Link> <RealTime at={createdAt} />
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Panel>
  )
}
