import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useWorkspace } from '../../workspace.ts'
import './balances.css'

/** Opens the standard balance of a currency. */
export function OpenBalance() {
  const { godwit, profile } = useWorkspace()
  const [currency, setCurrency] = useState('EUR')
  const { data: currencies = [] } = useQuery({
    queryKey: ['balance-currencies', profile.id],
    queryFn: () => godwit.accountDetails.listBalanceCurrencies({ path: { profileId: profile.id } }),
    staleTime: Infinity,
  })
  // One key for each choice, so that a double press opens one balance.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: () =>
      godwit.balances.createBalance({
        path: { profileId: profile.id },
        headers: { 'X-idempotence-uuid': key },
        body: { currency, type: 'STANDARD' },
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Panel title="Open a balance">
      <form className="balances-form" onSubmit={submit}>
        <SelectField
          label="Currency"
          onChange={(code) => {
            setCurrency(code)
            setKey(crypto.randomUUID())
            create.reset()
          }}
          options={currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
        />
        <Button isPending={create.isPending} type="submit">
          Open balance
        </Button>
      </form>
      {create.error && <ErrorNotice error={create.error} />}
      {create.data && <p role="status">Opened balance {create.data.id}.</p>}
    </Panel>
  )
}
