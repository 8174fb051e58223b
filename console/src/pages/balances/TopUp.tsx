import type { Balance } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import './balances.css'

/** Adds money to the balance, as a simulated payment. */
export function TopUp({ balance: { id, currency } }: { readonly balance: Balance }) {
  const { godwit, profile } = useWorkspace()
  const [amount, setAmount] = useState('')
  // One key for each amount that the user enters, so that a double press adds money once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const changeAmount = (text: string) => {
    setAmount(text)
    setKey(crypto.randomUUID())
  }
  const topUp = useMutation({
    mutationFn: () =>
      godwit.simulation.simulateBalanceTopUp({
        headers: { 'X-idempotence-uuid': key },
        body: { profileId: profile.id, balanceId: id, currency, amount },
      }),
    onSuccess: () => changeAmount(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    topUp.mutate()
  }
  return (
    <Panel title="Add money">
      <form className="balances-form" noValidate onSubmit={submit}>
        <Field
          error={errorAt(topUp.error, 'amount')}
          inputMode="decimal"
          label={`Amount in ${currency}`}
          onChange={(text) => {
            changeAmount(text)
            topUp.reset()
          }}
          value={amount}
        />
        <Button isPending={topUp.isPending} type="submit">
          Add money
        </Button>
      </form>
      {topUp.error && <ErrorNotice error={topUp.error} />}
      {topUp.data && <p role="status">Added as movement {topUp.data.transactionId}.</p>}
    </Panel>
  )
}
