import type { Transfer, TransferSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { transferStates } from '../../../../src/transfers/states.ts'
import { formatAmount } from '../../components/Amount.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TargetAmount } from '../../components/TargetAmount.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { RequestsPanel } from '../../history/RequestsPanel.tsx'
import { StatesPanel } from '../../history/StatesPanel.tsx'
import { idInPath } from '../../id-in-path.ts'
import { useWorkspace } from '../../workspace.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import { DeliveriesPanel } from './DeliveriesPanel.tsx'
import { TimersPanel } from './TimersPanel.tsx'
import { TransferDetails } from './TransferDetails.tsx'
import { TransferMoves } from './TransferMoves.tsx'
import { TransferTimeline } from './TransferTimeline.tsx'
import { useTransferSummary } from './use-transfer-summary.ts'
import '../../history/history.css'

/** One transfer: its next moves, history, messages to webhooks, details, timers, states, debits and credits, and requests. */
export function TransferPage() {
  const { transferId } = useParams({ strict: false }) as { transferId: string }
  const { godwit } = useWorkspace()
  const transfer = useQuery({
    queryKey: ['transfer', transferId],
    queryFn: () =>
      godwit.transfers.getTransfer({ path: { transferId: idInPath('transfer', transferId) } }),
  })
  return (
    <div className="stack">
      {!transfer.data && <PageHeader title={`Transfer ${transferId}`} />}
      <Loaded label="Loading the transfer" query={transfer}>
        {(found) => <LoadedTransfer transfer={found} />}
      </Loaded>
    </div>
  )
}

function LoadedTransfer({ transfer }: { readonly transfer: Transfer }) {
  const { id, status } = transfer
  const summary = useTransferSummary(id)
  return (
    <>
      <TransferHeader summary={summary.data} transfer={transfer} />
      <TransferMoves summary={summary} transfer={transfer} />
      <div className="history-columns history-columns-in-order">
        <div className="stack">
          <TransferTimeline transfer={transfer} />
          <DeliveriesPanel transfer={transfer} />
        </div>
        <div className="stack">
          <TransferDetails summary={summary.data} transfer={transfer} />
          <TimersPanel batchGroupId={summary.data?.batchGroupId} transferId={id} />
          <StatesPanel current={status} machine={transferStates} resource={`transfer:${id}`} />
        </div>
      </div>
      <AccountsPanel transferId={id} />
      <RequestsPanel noun="the transfer" subject={`transfer:${id}`} />
    </>
  )
}

type HeaderProps = {
  readonly transfer: Transfer
  /** Null for a transfer of another profile; undefined until the summary is loaded. */
  readonly summary: TransferSummary | null | undefined
}

/** The title has the amount and the recipient once the summary is loaded. */
function TransferHeader({ transfer, summary }: HeaderProps) {
  const { id, status, sourceCurrency } = transfer
  return (
    <PageHeader
      description={
        summary && (
          <>
            Recipient gets: <TargetAmount transfer={transfer} />
          </>
        )
      }
      title={
        summary
          ? `Transfer ${id}: ${formatAmount(summary.cost, sourceCurrency)} ${sourceCurrency} to ${summary.recipientName}`
          : `Transfer ${id}`
      }
    >
      <TransferStatus status={status} />
    </PageHeader>
  )
}
