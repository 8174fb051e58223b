import type { CardOrder } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Approval, type ApprovalHeaders } from '../../../components/Approval.tsx'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/Field.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { choosePin } from '../secrets/secrets.ts'

// Checked here, because a refusal of the service names the encrypted payload, not the PIN in it.
const PIN = /^\d{4}$/

/** Chooses the PIN of a card, until the card is issued. */
export function PinPanel({ order }: { readonly order: CardOrder }) {
  const { godwit } = useWorkspace()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const choose = useMutation({
    // The PIN is not among the variables, because the cache of mutations keeps them.
    mutationFn: (approvalHeaders: ApprovalHeaders) =>
      choosePin(godwit, { orderId: order.id, pin, approvalHeaders }),
    onSuccess: () => setPin(''),
    gcTime: 0,
  })
  const isOpen = order.status === 'PLACED' || order.status === 'REQUIREMENTS_FULFILLED'
  return (
    <Panel title="PIN of the card">
      {isOpen ? (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const isPin = PIN.test(pin)
            setError(isPin ? undefined : 'Enter four digits.')
            if (isPin) choose.mutate({})
            else choose.reset()
          }}
        >
          <Field
            autoComplete="off"
            description="Without a choice, the service generates a PIN when it issues the card."
            error={error}
            inputMode="numeric"
            label="PIN, four digits"
            maxLength={4}
            onChange={setPin}
            type="password"
            value={pin}
          />
          <div className="row">
            <Button isPending={choose.isPending} type="submit">
              Choose the PIN
            </Button>
            <span role="status">
              {choose.isSuccess && 'The PIN is chosen. Choose another PIN to replace it.'}
            </span>
          </div>
        </form>
      ) : (
        <p className="muted">{whyClosed(order)}</p>
      )}
      <Approval error={choose.error} onApproved={choose.mutate} />
    </Panel>
  )
}

/** Why the PIN can no longer be chosen. */
function whyClosed({ status }: CardOrder): string {
  if (status === 'CANCELLED') return 'The order is cancelled.'
  if (status === 'RETURNED') return 'The delivery failed, so the card is blocked.'
  return 'The card already has a PIN. The page of the card shows the PIN while the card is active or frozen.'
}
