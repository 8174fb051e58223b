import type { Card } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Approval, type ApprovalHeaders } from '../../components/Approval.tsx'
import { Button } from '../../components/Button.tsx'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'
import { type CardSecrets, revealCard } from './reveal.ts'

const SHOWN_SECONDS = 30

/** Shows the number of the card for a short time. */
export function CardNumber({ card: { cardToken, status } }: { readonly card: Card }) {
  const { godwit } = useWorkspace()
  const [shown, setShown] = useState<CardSecrets>()
  const hide = () => setShown(undefined)
  const reveal = useMutation({
    // Returns nothing: results of mutations are cached.
    mutationFn: async (approved: ApprovalHeaders) => {
      setShown(await revealCard(godwit, cardToken, approved))
    },
    gcTime: 0,
  })
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(hide, SHOWN_SECONDS * 1000)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [shown])
  const canReveal = status === 'ACTIVE' || status === 'FROZEN'
  return (
    <Panel title="Number and code">
      {shown === undefined ? (
        <p className="muted">
          {canReveal
            ? `Number, expiry date and code, shown for ${SHOWN_SECONDS} seconds. Each view is counted and recorded.`
            : 'The number of an active or frozen card can be shown.'}
        </p>
      ) : (
        <ShownNumber shown={shown} />
      )}
      {canReveal && (
        <div className="row">
          {shown === undefined ? (
            <Button isPending={reveal.isPending} onPress={() => reveal.mutate({})}>
              Show the number
            </Button>
          ) : (
            <Button onPress={hide}>Hide the number</Button>
          )}
        </div>
      )}
      <Approval error={reveal.error} onApproved={(headers) => reveal.mutate(headers)} />
    </Panel>
  )
}

function ShownNumber({ shown }: { readonly shown: CardSecrets }) {
  const grouped = shown.pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return (
    <Details
      rows={[
        [
          'Number',
          <span className="cards-number" key="number">
            {grouped}
          </span>,
        ],
        ['Expires', shown.expiryDate],
        ['Security code', shown.cvv2],
        ['Holder', shown.cardholderName],
      ]}
    />
  )
}
