import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props = {
  /** The action, such as `Block the card`: the title and the name of the button. */
  readonly label: string
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** The error of the last attempt. */
  readonly error?: unknown
  /** The consequence that cannot be undone. */
  readonly children: ReactNode
}

/** Demands a confirmation of an action that cannot be undone. */
export function ConfirmDialog({ label, isPending, onConfirm, onClose, error, children }: Props) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={label}>
      <p>{children}</p>
      {error ? <ErrorNotice error={error} /> : null}
      <div className="row">
        <Button isPending={isPending} kind="danger" onPress={onConfirm}>
          {label}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
