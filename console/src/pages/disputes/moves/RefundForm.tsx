import type { Dispute } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { messageAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'
import { useTransaction } from '../use-transaction.ts'
import type { LabelledMove } from './moves.ts'
import { simulateMove } from './simulate-move.ts'

type Props = { readonly dispute: Dispute; readonly next: LabelledMove }

/** Simulates that the review refunds the payment, in whole or in part. */
export function RefundForm({ dispute, next: { to, because, label } }: Props) {
  const { godwit } = useWorkspace()
  const [value, setValue] = useState('')
  const { data: transaction } = useTransaction(dispute.transactionId)
  const currency = transaction?.transactionAmount.currency
  const amountLabel = `Amount to refund${currency ? ` (${currency})` : ''}`
  const refund = useMutation({
    mutationFn: () =>
      simulateMove(godwit, dispute, to, value && currency ? { value, currency } : undefined),
  })
  return (
    <form
      className="disputes-move"
      onSubmit={(event) => {
        event.preventDefault()
        refund.mutate()
      }}
    >
      <Field
        autoComplete="off"
        description="Leave the amount empty to refund everything that was captured and not yet refunded."
        error={messageAt(refund.error, 'amount', amountLabel)}
        inputMode="decimal"
        label={amountLabel}
        onChange={setValue}
        value={value}
      />
      <Button isDisabled={!currency} isPending={refund.isPending} type="submit">
        {label}
      </Button>
      <p className="muted">This simulates that {because}.</p>
      {refund.error && <ErrorNotice error={refund.error} fields={['amount']} />}
    </form>
  )
}
