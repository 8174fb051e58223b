import type { Dispute } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { useWorkspace } from '../../../workspace.ts'
import type { NextMove } from './moves.ts'

type Props = { readonly dispute: Dispute; readonly next: NextMove }

/** Withdraws the dispute, after a confirmation. */
export function WithdrawDialog({ dispute, next: { because, button } }: Props) {
  const { godwit } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const withdraw = useMutation({
    mutationFn: () =>
      godwit.disputes.withdrawDispute({
        path: { profileId: dispute.profileId, disputeId: dispute.id },
        body: { status: 'CLOSED' },
      }),
    onSuccess: () => setOpen(false),
  })
  return (
    <div className="disputes-move">
      <Button kind="danger" onPress={() => setOpen(true)}>
        {button}
      </Button>
      <p className="muted">When {because}.</p>
      <Dialog
        isOpen={isOpen}
        onOpenChange={(open) => {
          withdraw.reset()
          setOpen(open)
        }}
        title="Withdraw the dispute"
      >
        <p>Its review ends without a refund. The payment can then be disputed again.</p>
        {withdraw.error && <ErrorNotice error={withdraw.error} />}
        <div className="row">
          <Button isPending={withdraw.isPending} kind="danger" onPress={() => withdraw.mutate()}>
            Withdraw it
          </Button>
          <Button onPress={() => setOpen(false)}>Keep it</Button>
        </div>
      </Dialog>
    </div>
  )
}
