import type { Card, UpdateCardStatusRequest } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Approval, type ApprovalHeaders } from '../../components/Approval.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'

type NewStatus = UpdateCardStatusRequest['status']
type Change = { readonly status: NewStatus; readonly headers?: ApprovalHeaders }

const meanings: Readonly<Record<Card['status'], string>> = {
  INACTIVE: 'The card has not reached its holder yet. Activate it to pay with it.',
  ACTIVE: 'The card can be used. While it is frozen, every payment is declined.',
  FROZEN: 'Every payment is declined until you unfreeze the card.',
  BLOCKED: 'The card can never be used again. Order another one.',
  PARTNER_SUSPENDED: 'The operator has suspended the card, and only the operator can restore it.',
  EXPIRED: 'The card has expired. Order another one.',
  PURGED: 'The card can never be used again, and its number is deleted. Order another one.',
}

/** Buttons that freeze, unfreeze, activate and block the card. */
export function CardControl({ card: { cardToken, status } }: { readonly card: Card }) {
  const { godwit, profile } = useWorkspace()
  const [isBlocking, setBlocking] = useState(false)
  const change = useMutation({
    mutationFn: ({ status: to, headers = {} }: Change) =>
      godwit.cards.setCardStatus({
        path: { profileId: profile.id, cardToken },
        headers,
        body: { status: to },
      }),
    onSettled: () => setBlocking(false),
  })
  const { variables } = change
  const statusButton = (name: string, to: NewStatus) => (
    <Button isPending={change.isPending} onPress={() => change.mutate({ status: to })}>
      {name}
    </Button>
  )
  const isFinal = ['BLOCKED', 'EXPIRED', 'PURGED'].includes(status)
  return (
    <Panel title="Status">
      <p className="muted">{meanings[status]}</p>
      {!isFinal && (
        <div className="row">
          {status === 'ACTIVE' && statusButton('Freeze', 'FROZEN')}
          {status === 'FROZEN' && statusButton('Unfreeze', 'ACTIVE')}
          {status === 'INACTIVE' && statusButton('Activate', 'ACTIVE')}
          <Button kind="danger" onPress={() => setBlocking(true)}>
            Block…
          </Button>
        </div>
      )}
      <Approval
        error={change.error}
        onApproved={(headers) => variables && change.mutate({ ...variables, headers })}
      />
      {isFinal && (
        <div>
          <LinkButton to="/cards">Order another card</LinkButton>
        </div>
      )}
      {isBlocking && (
        <ConfirmDialog
          isPending={change.isPending}
          label="Block the card"
          onClose={() => setBlocking(false)}
          onConfirm={() => change.mutate({ status: 'BLOCKED' })}
        >
          A blocked card can never be used again. To stop payments for a while, freeze it.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
