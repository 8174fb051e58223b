import type { Dispute } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { useWorkspace } from '../../../workspace.ts'
import type { NextMove } from './moves.ts'

type Props = { readonly dispute: Dispute; readonly next: NextMove }

/** A button that withdraws the dispute after a confirmation. */
export function WithdrawButton({ dispute, next: { because, button } }: Props) {
  const { godwit } = useWorkspace()
  const [isConfirming, setConfirming] = useState(false)
  const withdraw = useMutation({
    mutationFn: () =>
      godwit.disputes.withdrawDispute({
        path: { profileId: dispute.profileId, disputeId: dispute.id },
        body: { status: 'CLOSED' },
      }),
    onSuccess: () => setConfirming(false),
  })
  return (
    <div className="disputes-move">
      <Button kind="danger" onPress={() => setConfirming(true)}>
        {button}
      </Button>
      <p className="muted">When {because}.</p>
      {isConfirming && (
        <ConfirmDialog
          error={withdraw.error}
          isPending={withdraw.isPending}
          label="Withdraw the dispute"
          onClose={() => {
            withdraw.reset()
            setConfirming(false)
          }}
          onConfirm={() => withdraw.mutate()}
        >
          Its review ends without a refund. The payment can then be disputed again.
        </ConfirmDialog>
      )}
    </div>
  )
}
