import type { Balance } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { messageAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import '../../forms/forms.css'

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
  const label = `Amount in ${currency}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    topUp.mutate()
  }
  return (
    <Panel title="Add money">
      <form className="form" noValidate onSubmit={submit}>
        <Field
          error={messageAt(topUp.error, 'amount', label)}
          inputMode="decimal"
          label={label}
          onChange={(text) => {
            changeAmount(text)
            topUp.reset()
          }}
          value={amount}
        />
        {topUp.error && <ErrorNotice error={topUp.error} fields={['amount']} />}
        <div className="row">
          <Button isPending={topUp.isPending} type="submit">
            Add money
          </Button>
        </div>
      </form>
      {topUp.data && <p role="status">Added as movement {topUp.data.transactionId}.</p>}
    </Panel>
  )
}
