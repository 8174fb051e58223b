import type { Godwit, OneTimeToken } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Field } from '../components/Field.tsx'
import { errorAt } from '../field-errors.ts'
import { useWorkspace } from '../workspace.ts'
import { SendCode } from './SendCode.tsx'

type ChallengeType =
  OneTimeToken['oneTimeTokenProperties']['challenges'][number]['primaryChallenge']['type']
/** A key of the user's program clears a challenge of the type SIGNATURE; the user enters the answers to all others. */
type EnteredType = Exclude<ChallengeType, 'SIGNATURE'>

type Props<Type = ChallengeType> = {
  readonly token: string
  readonly type: Type
  readonly autoFocus?: boolean
}

/** The input of one factor, which clears a challenge. Five wrong answers lock the factor (D113). */
export function AnswerChallenge({ type, ...props }: Props) {
  if (type !== 'SIGNATURE') return <AnswerForm {...props} type={type} />
  return (
    <p>
      A registered key clears this challenge: repeat the refused request with the token in
      x-2fa-approval and the signature of the token in X-Signature.
    </p>
  )
}

/** Each type with the label of its field and the path of the field in the request. */
const fields: Readonly<Record<EnteredType, { readonly label: string; readonly path: string }>> = {
  PIN: { label: 'PIN', path: 'pin' },
  SMS: { label: 'Code of the text message', path: 'otpCode' },
  FACE_MAP: { label: 'Face map (Base64)', path: 'faceMap' },
}

function AnswerForm({ token, type, autoFocus = false }: Props<EnteredType>) {
  const { godwit } = useWorkspace()
  const [value, setValue] = useState('')
  const answer = useMutation({
    mutationFn: () => verify(godwit, { token, type, value }),
    onSettled: () => setValue(''),
  })
  const { label, path } = fields[type]
  return (
    <form
      className="challenge-answer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate()
      }}
    >
      {type === 'SMS' && <SendCode token={token} />}
      <Field
        autoComplete="off"
        autoFocus={autoFocus}
        error={errorAt(answer.error, path)}
        label={label}
        onChange={setValue}
        value={value}
        {...(type !== 'FACE_MAP' && { inputMode: 'numeric' })}
        {...(type === 'PIN' && { type: 'password' })}
      />
      {answer.error && <ErrorNotice error={answer.error} />}
      <div className="row">
        <Button isPending={answer.isPending} kind="primary" type="submit">
          Confirm
        </Button>
      </div>
    </form>
  )
}

type Answer = Pick<Props<EnteredType>, 'token' | 'type'> & { readonly value: string }

function verify({ security }: Godwit, { token, type, value }: Answer): Promise<unknown> {
  const headers = { 'One-Time-Token': token }
  switch (type) {
    case 'PIN':
      return security.verifyPin({ headers, body: { pin: value } })
    case 'SMS':
      return security.verifySmsCode({ headers, body: { otpCode: value } })
    case 'FACE_MAP':
      return security.verifyFaceMap({ headers, body: { faceMap: value } })
  }
}
