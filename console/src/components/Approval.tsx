import { ChallengeRequired } from '@godwit/sdk'
import { ChallengePanel } from '../challenge/ChallengePanel.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/** The header with which an approved request is repeated; empty in the first attempt. */
export type ApprovalHeaders = { readonly 'One-Time-Token'?: string }

type Props = {
  /** The error of the request; undefined or null before it fails. */
  readonly error: unknown
  /** The fields of the form that show their messages themselves (`ErrorNotice`). */
  readonly fields?: readonly string[]
  /** Repeats the request. */
  readonly onApproved: (headers: ApprovalHeaders) => void
}

/** The error of a failed request. When the request needs an approval: the challenges that the user has to clear. */
export function Approval({ error, fields = [], onApproved }: Props) {
  if (!error) return null
  if (!(error instanceof ChallengeRequired)) return <ErrorNotice error={error} fields={fields} />
  const { oneTimeToken } = error
  return (
    <ChallengePanel
      key={oneTimeToken}
      onCleared={() => onApproved({ 'One-Time-Token': oneTimeToken })}
      token={oneTimeToken}
    />
  )
}
