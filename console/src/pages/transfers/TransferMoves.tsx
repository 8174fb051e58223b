import type { Transfer, TransferSummary } from '@godwit/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { MovesPanel } from '../../history/MovesPanel.tsx'
import { useWorkspace } from '../../workspace.ts'
import { isExample } from './is-example.ts'
import { actionsOf, leadOf, movesOfTransfer } from './moves.ts'
import { useTimers } from './use-timers.ts'

type Props = {
  readonly transfer: Transfer
  readonly summary: UseQueryResult<TransferSummary | null>
}

/** Shows why the transfer waits, and its possible moves. Shows nothing for a transfer of another profile. */
export function TransferMoves({ transfer, summary }: Props) {
  const { id, status } = transfer
  const { godwit, profile } = useWorkspace()
  const timers = useTimers(id)
  return (
    <Loaded label="Loading the next moves" query={summary}>
      {(found) => {
        if (found === null) return null
        const situation = { status, summary: found, timers: timers.data ?? [] }
        return (
          <MovesPanel
            lead={
              status === 'incoming_payment_waiting' ? (
                <UnpaidLead batchGroupId={found.batchGroupId} transfer={transfer} />
              ) : (
                leadOf(situation)
              )
            }
            moves={movesOfTransfer(actionsOf(godwit, id, profile.id), situation)}
            showState={(state) => <TransferStatus status={state as Transfer['status']} />}
          />
        )
      }}
    </Loaded>
  )
}

type UnpaidProps = { readonly transfer: Transfer; readonly batchGroupId: string | null }

/** What an unpaid transfer waits for, and where the transfer comes from if the sandbox created it. */
function UnpaidLead({ transfer, batchGroupId }: UnpaidProps) {
  return (
    <>
      {batchGroupId === null ? (
        'The transfer waits for your payment. Pay from your balance, or simulate the arrival of a bank transfer.'
      ) : (
        <>
          The transfer waits for the payment of its batch:{' '}
          <Link to={`/batches/${batchGroupId}`}>open the batch</Link>.
        </>
      )}
      {isExample(transfer) &&
        ' The sandbox created this transfer at its first start, for the examples in the description of the API.'}
    </>
  )
}
