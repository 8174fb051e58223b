import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { batchGroupStates } from '../../../../src/batches/states.ts'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { StateMachine } from '../../money/StateMachine.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { BatchChanges } from './BatchChanges.tsx'
import { BatchMoves } from './BatchMoves.tsx'
import { BatchTransfers } from './BatchTransfers.tsx'
import './batches.css'

/** One batch group: its next moves, its states, its transfers, and the requests that changed it. */
export function BatchPage() {
  const { batchGroupId } = useParams({ strict: false }) as { batchGroupId: string }
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id, batchGroupId }
  const group = useQuery({
    queryKey: ['batch-group', profile.id, batchGroupId],
    queryFn: () => godwit.batches.getBatchGroup({ path }),
  })
  const found = group.data
  return (
    <div className="stack">
      <PageHeader
        description={found && (found.alreadyPaid ? 'Paid' : wordsOf(found.status))}
        title={found ? `Batch ${found.name}` : 'Batch'}
      />
      <Loaded label="Loading the batch" query={group}>
        {(loaded) => (
          <>
            <div className="columns">
              <BatchMoves group={loaded} />
              <Panel title="States">
                <StateMachine current={loaded.status} machine={batchGroupStates} />
              </Panel>
            </div>
            <BatchTransfers ids={loaded.transferIds} />
            <BatchChanges batchGroupId={loaded.id} />
            <Panel title="Details">
              <Details
                rows={[
                  ['Currency', loaded.sourceCurrency],
                  ['Transfers', String(loaded.transferIds.length)],
                  ['Paid', loaded.alreadyPaid ? 'yes' : 'no'],
                  ['Version', String(loaded.version)],
                  ['Batch group', <code key="id">{loaded.id}</code>],
                ]}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </div>
  )
}
