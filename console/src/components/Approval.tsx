import { ChallengeRequired } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../workspace.ts'
import { Button } from './Button.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Field } from './Field.tsx'

/** The header with which an approved request is repeated. */
export type ApprovalHeaders = { readonly 'One-Time-Token'?: string }

type Props = {
  /** Why the request has failed. */
  readonly error: unknown
  /** Repeats the request. */
  readonly onApproved: (headers: ApprovalHeaders) => void
}

/** Why a request has failed; if it needs an approval, the form for the PIN. */
export function Approval({ error, onApproved }: Props) {
  if (!error) return null
  if (!(error instanceof ChallengeRequired)) return <ErrorNotice error={error} />
  return <PinForm onApproved={onApproved} token={error.oneTimeToken} />
}

type PinFormProps = { readonly token: string; readonly onApproved: Props['onApproved'] }

function PinForm({ token, onApproved }: PinFormProps) {
  const { godwit } = useWorkspace()
  const [pin, setPin] = useState('')
  const headers = { 'One-Time-Token': token }
  const verify = useMutation({
    mutationFn: async () => {
      await godwit.security.verifyPin({ headers, body: { pin } })
    },
    onSuccess: () => onApproved(headers),
    onSettled: () => setPin(''),
    gcTime: 0,
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate()
      }}
    >
      <p>This needs the approval of the user.</p>
      <Field
        autoComplete="off"
        autoFocus
        inputMode="numeric"
        isRequired
        label="PIN of the user"
        maxLength={4}
        onChange={setPin}
        type="password"
        value={pin}
      />
      <div className="row">
        <Button isPending={verify.isPending} kind="primary" type="submit">
          Approve
        </Button>
      </div>
      {verify.error && <ErrorNotice error={verify.error} />}
    </form>
  )
}
