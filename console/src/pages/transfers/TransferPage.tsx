import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { transferStates } from '../../../../src/transfers/states.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { StateMachine } from '../../money/StateMachine.tsx'
import { useEvents } from '../../money/use-events.ts'
import { useWorkspace } from '../../workspace.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import { DeliveriesPanel } from './DeliveriesPanel.tsx'
import { MovesPanel } from './MovesPanel.tsx'
import { RequestsPanel } from './RequestsPanel.tsx'
import { TimelinePanel } from './TimelinePanel.tsx'
import { TransferDetails } from './TransferDetails.tsx'
import './transfer.css'

/** Everything that is known about one transfer, in the order of cause and effect. */
export function TransferPage() {
  const { transferId } = useParams({ strict: false }) as { transferId: string }
  const { godwit } = useWorkspace()
  const transfer = useQuery({
    queryKey: ['transfer', transferId],
    queryFn: () => godwit.transfers.getTransfer({ path: { transferId: Number(transferId) } }),
    refetchInterval: 3_000,
  })
  const status = transfer.data?.status
  return (
    <div className="stack">
      <PageHeader title={`Transfer ${transferId}`}>
        {status && <TransferStatus status={status} />}
      </PageHeader>
      <Loaded label="Loading the transfer" query={transfer}>
        {(found) => (
          <>
            <div className="transfer-columns">
              <div className="stack">
                <TimelinePanel transfer={found} />
                <DeliveriesPanel transfer={found} />
              </div>
              <div className="stack">
                <Panel title="States">
                  <States id={found.id} status={found.status} />
                </Panel>
                <MovesPanel transfer={found} />
                <TransferDetails transfer={found} />
              </div>
            </div>
            <AccountsPanel transferId={found.id} />
            <RequestsPanel transferId={found.id} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function States({ id, status }: { readonly id: number; readonly status: string }) {
  const { data = [] } = useEvents(`transfer:${id}`)
  const past = data.flatMap(({ to }) => (to === null || to === status ? [] : [to]))
  return <StateMachine current={status} machine={transferStates} past={past} />
}
