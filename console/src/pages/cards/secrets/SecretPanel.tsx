import type { Card } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Approval, type ApprovalHeaders } from '../../../components/Approval.tsx'
import { Button } from '../../../components/Button.tsx'
import { Panel } from '../../../components/Panel.tsx'

/** A choice of this project: long enough to copy a number, and short enough that nobody else sees the secret later. */
const SHOWN_SECONDS = 30

type Props<Secret> = {
  readonly card: Card
  readonly title: string
  /** The word for the secret in the labels of the buttons, such as `number`. */
  readonly noun: string
  /** What the panel shows, as the beginning of a sentence, such as `Number, expiry date and code`. */
  readonly contents: string
  readonly reveal: (approvalHeaders: ApprovalHeaders) => Promise<Secret>
  readonly children: (secret: Secret) => ReactNode
}

/**
 * Shows a secret of the card for `SHOWN_SECONDS`. The secret is hidden at once when the user leaves the tab, or when the card is
 * neither active nor frozen any more.
 */
export function SecretPanel<Secret>({
  card: { status },
  title,
  noun,
  contents,
  reveal,
  children,
}: Props<Secret>) {
  const [revealedSecret, setRevealedSecret] = useState<Secret>()
  const canReveal = status === 'ACTIVE' || status === 'FROZEN'
  const secret = canReveal ? revealedSecret : undefined
  const hide = () => setRevealedSecret(undefined)
  const request = useMutation({
    // Returns nothing, because the cache keeps the result while the panel is mounted. With `gcTime` 0 the cache drops the approval
    // headers, which it keeps too, when the panel is unmounted.
    mutationFn: async (approvalHeaders: ApprovalHeaders) => {
      const received = await reveal(approvalHeaders)
      setRevealedSecret(() => received)
    },
    gcTime: 0,
  })
  useEffect(() => {
    if (revealedSecret === undefined) return
    if (!canReveal) return hide()
    const timer = setTimeout(hide, SHOWN_SECONDS * 1000)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [revealedSecret, canReveal])
  return (
    <Panel title={title}>
      {secret === undefined ? (
        <p className="muted">
          {canReveal
            ? `${contents}, shown for ${SHOWN_SECONDS} seconds. Each view is counted and recorded.`
            : 'Shown only while the card is active or frozen.'}
        </p>
      ) : (
        children(secret)
      )}
      {canReveal && (
        <div className="row">
          {secret === undefined ? (
            <Button isPending={request.isPending} onPress={() => request.mutate({})}>
              Show the {noun}
            </Button>
          ) : (
            <Button onPress={hide}>Hide the {noun}</Button>
          )}
        </div>
      )}
      <Approval error={request.error} onApproved={request.mutate} />
    </Panel>
  )
}
