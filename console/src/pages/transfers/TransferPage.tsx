import type { Transfer } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { transferStates } from '../../../../src/transfers/states.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { MovesPanel } from '../../history/MovesPanel.tsx'
import { RequestsPanel } from '../../history/RequestsPanel.tsx'
import { StatesPanel } from '../../history/StatesPanel.tsx'
import { idInPath } from '../../id-in-path.ts'
import { useWorkspace } from '../../workspace.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import { DeliveriesPanel } from './DeliveriesPanel.tsx'
import { movesOf } from './moves.ts'
import { TimersPanel } from './TimersPanel.tsx'
import { TransferDetails } from './TransferDetails.tsx'
import { TransferTimeline } from './TransferTimeline.tsx'
import '../../history/history.css'

/** One transfer: its history, its next moves, its journals, its messages to webhooks, and its requests. */
export function TransferPage() {
  const { transferId } = useParams({ strict: false }) as { transferId: string }
  const { godwit, profile } = useWorkspace()
  const transfer = useQuery({
    queryKey: ['transfer', transferId],
    queryFn: () =>
      godwit.transfers.getTransfer({ path: { transferId: idInPath('transfer', transferId) } }),
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
            <div className="history-columns">
              <div className="stack">
                <TransferTimeline transferId={found.id} />
                <DeliveriesPanel transfer={found} />
              </div>
              <div className="stack">
                <StatesPanel
                  current={found.status}
                  machine={transferStates}
                  resource={`transfer:${found.id}`}
                />
                <MovesPanel
                  moves={movesOf(godwit, found, profile.id)}
                  showState={(state) => <TransferStatus status={state as Transfer['status']} />}
                />
                <TimersPanel transferId={found.id} />
                <TransferDetails transfer={found} />
              </div>
            </div>
            <AccountsPanel transferId={found.id} />
            <RequestsPanel noun="the transfer" subject={`transfer:${found.id}`} />
          </>
        )}
      </Loaded>
    </div>
  )
}
