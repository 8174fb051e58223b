import type { CardTransaction } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { errorAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'
import { type Settlement, settle } from './settlement.ts'

type Props = { readonly transaction: CardTransaction; readonly settlement: Settlement }

export function SettlementForm({ transaction, settlement }: Props) {
  const { godwit, profile } = useWorkspace()
  const { operation, button, label, done } = settlement
  const { amount: paid, currency } = transaction.transactionAmount
  const [amount, setAmount] = useState(settlement.initialAmount(paid))
  const send = useMutation({
    mutationFn: () => settle(godwit, profile.id, transaction, { operation, amount }),
  })
  return (
    <form
      className="cards-limit"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Field
        autoComplete="off"
        error={errorAt(send.error, 'amount')}
        inputMode="decimal"
        label={`${label} (${currency})`}
        onChange={setAmount}
        value={amount}
      />
      <Button isPending={send.isPending} type="submit">
        {button}
      </Button>
      <p className="muted" role="status">
        {send.isSuccess && done}
      </p>
      {send.error && <ErrorNotice error={send.error} />}
    </form>
  )
}
