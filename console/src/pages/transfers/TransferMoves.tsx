import type { Transfer, TransferSummary } from '@godwit/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../../components/Loaded.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { MovesPanel } from '../../history/MovesPanel.tsx'
import { useWorkspace } from '../../workspace.ts'
import { actionsOf, leadOf, movesOfTransfer } from './moves.ts'
import { useTimers } from './use-timers.ts'

type Props = {
  readonly transfer: Transfer
  readonly summary: UseQueryResult<TransferSummary | null>
}

/** Shows why the transfer waits, and its possible moves. Shows nothing for a transfer of another profile. */
export function TransferMoves({ transfer: { id, status }, summary }: Props) {
  const { godwit, profile } = useWorkspace()
  const timers = useTimers(id)
  return (
    <Loaded label="Loading the next moves" query={summary}>
      {(found) => {
        if (found === null) return null
        const situation = { status, summary: found, timers: timers.data ?? [] }
        return (
          <MovesPanel
            lead={leadOf(situation)}
            moves={movesOfTransfer(actionsOf(godwit, id, profile.id), situation)}
            showState={(state) => <TransferStatus status={state as Transfer['status']} />}
          />
        )
      }}
    </Loaded>
  )
}
