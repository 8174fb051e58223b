import type { Godwit, OneTimeToken } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Field } from '../components/Field.tsx'
import { errorAt } from '../field-errors.ts'
import { useWorkspace } from '../workspace.ts'
import { SendCode } from './SendCode.tsx'

export type ChallengeType =
  OneTimeToken['oneTimeTokenProperties']['challenges'][number]['primaryChallenge']['type']

type Props = { readonly token: string; readonly type: ChallengeType; readonly autoFocus?: boolean }

const labels = {
  PIN: 'PIN',
  SMS: 'Code of the text message',
  FACE_MAP: 'Face map (Base64)',
  SIGNATURE: 'Signature',
}
const paths = { PIN: 'pin', SMS: 'otpCode', FACE_MAP: 'faceMap', SIGNATURE: '' }

/** The input of one factor, which clears a challenge. Five wrong answers lock the factor. */
export function AnswerChallenge({ token, type, autoFocus = false }: Props) {
  const { godwit } = useWorkspace()
  const [value, setValue] = useState('')
  const answer = useMutation({
    mutationFn: () => verify(godwit, { token, type, value }),
    onSettled: () => setValue(''),
  })
  if (type === 'SIGNATURE')
    return (
      <p>A registered key clears this challenge: send the token with the header X-Signature.</p>
    )
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
        error={errorAt(answer.error, paths[type])}
        label={labels[type]}
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

type Answer = Omit<Props, 'autoFocus'> & { readonly value: string }

function verify({ security }: Godwit, { token, type, value }: Answer): Promise<unknown> {
  const headers = { 'One-Time-Token': token }
  if (type === 'PIN') return security.verifyPin({ headers, body: { pin: value } })
  if (type === 'SMS') return security.verifySmsCode({ headers, body: { otpCode: value } })
  return security.verifyFaceMap({ headers, body: { faceMap: value } })
}
