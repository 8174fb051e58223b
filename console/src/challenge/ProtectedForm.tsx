import { ChallengeRequired } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { ChallengePanel } from './ChallengePanel.tsx'
import '../forms/forms.css'

type Props = {
  /** The name of the button. */
  readonly label: string
  /** The consequence of an action that cannot be undone, which the user has to confirm. */
  readonly consequence?: string
  /** Sends the request. Called again, with the one-time token, when the challenges of the token are cleared. */
  readonly call: (headers: Readonly<Record<string, string>>) => Promise<unknown>
  readonly onDone?: () => void
  /** The fields, with the error of the last request. */
  readonly children?: (error: unknown) => ReactNode
}

/** A form whose request the service may refuse until challenges are cleared. */
export function ProtectedForm({ label, consequence, call, onDone, children }: Props) {
  const send = useMutation({
    mutationFn: (token: string | undefined) => call(token ? { 'One-Time-Token': token } : {}),
    onSuccess: () => onDone?.(),
  })
  const [isConfirming, setConfirming] = useState(false)
  const challenge = send.error instanceof ChallengeRequired ? send.error : undefined
  const token = challenge?.oneTimeToken
  return (
    <>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (consequence === undefined) send.mutate(undefined)
          else setConfirming(true)
        }}
      >
        {children?.(challenge ? null : send.error)}
        {send.error && !challenge && <ErrorNotice error={send.error} />}
        <div className="row">
          <Button
            isPending={send.isPending}
            kind={consequence === undefined ? 'secondary' : 'danger'}
            type="submit"
          >
            {label}
            {consequence !== undefined && '…'}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          isPending={false}
          label={label}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            send.mutate(undefined)
          }}
        >
          {consequence}
        </ConfirmDialog>
      )}
      {token && <ChallengePanel key={token} onCleared={() => send.mutate(token)} token={token} />}
    </>
  )
}
