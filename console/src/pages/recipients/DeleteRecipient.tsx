import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useWorkspace } from '../../workspace.ts'
import './recipients.css'

type Props = { readonly id: number; readonly name: string }

/** Deactivates a recipient, after a confirmation. */
export function DeleteRecipient({ id, name }: Props) {
  const { godwit } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => godwit.recipients.deactivateRecipient({ path: { accountId: id } }),
    onSuccess: () => setOpen(false),
  })
  return (
    <div className="row">
      <Button kind="danger" onPress={() => setOpen(true)}>
        Delete recipient
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={(open) => {
          remove.reset()
          setOpen(open)
        }}
        title="Delete recipient"
      >
        <p className="recipient-text">
          {name} can then no longer be paid. Transfers that exist are not changed.
        </p>
        {remove.error && <ErrorNotice error={remove.error} />}
        <div className="row">
          <Button isPending={remove.isPending} kind="danger" onPress={() => remove.mutate()}>
            Delete
          </Button>
          <Button onPress={() => setOpen(false)}>Keep</Button>
        </div>
      </Dialog>
    </div>
  )
}
