import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useWorkspace } from '../../workspace.ts'
import './recipients.css'

type Props = { readonly id: number; readonly name: string }

/** Deactivates a recipient, after a confirmation. */
export function DeleteRecipient({ id, name }: Props) {
  const { godwit } = useWorkspace()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => godwit.recipients.deactivateRecipient({ path: { accountId: id } }),
    onSuccess: () => setConfirming(false),
  })
  return (
    <div className="row">
      <Button kind="danger" onPress={() => setConfirming(true)}>
        Delete recipient
      </Button>
      {isConfirming && (
        <ConfirmDialog
          error={remove.error}
          isPending={remove.isPending}
          label="Delete recipient"
          onClose={() => {
            remove.reset()
            setConfirming(false)
          }}
          onConfirm={() => remove.mutate()}
        >
          <span className="recipient-text">
            {name} can then no longer be paid. Transfers that exist are not changed.
          </span>
        </ConfirmDialog>
      )}
    </div>
  )
}
