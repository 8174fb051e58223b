import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
  /** The name of the button. */
  readonly name: string
  /** The action, such as `Withdraw the dispute`: the title of the dialog and the name of its button. */
  readonly label: string
  readonly call: () => Promise<unknown>
  readonly onDone?: () => unknown
  /** The consequence that cannot be undone. */
  readonly children: ReactNode
}

/** A button that sends a request after a confirmation. */
export function ConfirmedButton({ name, label, call, onDone, children }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const send = useMutation({
    mutationFn: call,
    onSuccess: () => {
      setConfirming(false)
      return onDone?.()
    },
  })
  return (
    <>
      <Button kind="danger" onPress={() => setConfirming(true)}>
        {name}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          error={send.error}
          isPending={send.isPending}
          label={label}
          onClose={() => {
            send.reset()
            setConfirming(false)
          }}
          onConfirm={() => send.mutate()}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
