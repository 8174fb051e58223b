import type { CardTransaction } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { messageAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'
import { type FollowUp, sendFollowUp } from './follow-ups.ts'

type Props = {
  readonly transaction: CardTransaction
  readonly followUp: FollowUp
  /** Called with an empty text when a move begins, and with the text of the move once the service has accepted it. */
  readonly onResult: (text: string) => void
}

export function FollowUpForm({ transaction, followUp, onResult }: Props) {
  const { godwit, profile } = useWorkspace()
  const { operation, buttonLabel, amountLabel, description, done } = followUp
  const { transactionAmount } = transaction
  const { currency } = transactionAmount
  const [amount, setAmount] = useState(followUp.initialAmount(transactionAmount.amount))
  const label = `${amountLabel} (${currency})`
  const send = useMutation({
    mutationFn: () => sendFollowUp(godwit, profile.id, transaction, { operation, amount }),
    onMutate: () => onResult(''),
    onSuccess: () => onResult(done),
  })
  return (
    <form
      className="cards-amount-form"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Field
        autoComplete="off"
        {...(description !== undefined && { description })}
        error={messageAt(send.error, 'amount', label)}
        inputMode="decimal"
        label={label}
        onChange={setAmount}
        value={amount}
      />
      <Button isPending={send.isPending} type="submit">
        {buttonLabel}
      </Button>
      {send.error && <ErrorNotice error={send.error} fields={['amount']} />}
    </form>
  )
}
