import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly transferId: number; readonly clear: () => void }

/** Shown in place of the earlier steps, because a created transfer does not change any more. */
export function UnpaidTransfer({ transferId, clear }: Props) {
  const { godwit } = useWorkspace()
  const [isConfirming, setConfirming] = useState(false)
  const cancel = useMutation({
    mutationFn: () => godwit.transfers.cancelTransfer({ path: { transferId } }),
    onSuccess: clear,
  })
  return (
    <Panel title={`Transfer ${transferId} is created`}>
      <p>Amount, recipient and details of a transfer do not change. Pay it, or send another one.</p>
      <div className="row">
        <LinkButton kind="primary" to="/send-money/pay">
          Continue to the payment
        </LinkButton>
        <Button kind="danger" onPress={() => setConfirming(true)}>
          Cancel the transfer
        </Button>
        <Button onPress={clear}>Leave it and send another</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          error={cancel.error}
          isPending={cancel.isPending}
          label="Cancel the transfer"
          onClose={() => setConfirming(false)}
          onConfirm={() => cancel.mutate()}
        >
          A cancelled transfer cannot be paid. Create another one to pay the recipient.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
