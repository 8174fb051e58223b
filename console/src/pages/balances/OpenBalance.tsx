import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { currencyOption } from '../../money/currency-option.ts'
import { useCurrencies } from '../../money/use-currencies.ts'
import { useWorkspace } from '../../workspace.ts'
import '../../forms/forms.css'

/** Opens the standard balance of a currency. */
export function OpenBalance() {
  const { godwit, profile } = useWorkspace()
  const [currency, setCurrency] = useState('EUR')
  const { data: codes = [] } = useQuery({
    queryKey: ['balance-currencies', profile.id],
    queryFn: () => godwit.accountDetails.listBalanceCurrencies({ path: { profileId: profile.id } }),
    staleTime: Infinity,
  })
  const { data: currencies = [] } = useCurrencies()
  const nameOf = (code: string) => currencies.find((each) => each.code === code)?.name
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
      <form className="form" onSubmit={submit}>
        <SelectField
          label="Currency"
          onChange={(code) => {
            setCurrency(code)
            setKey(crypto.randomUUID())
            create.reset()
          }}
          options={codes.map((code) => currencyOption({ currencyCode: code, name: nameOf(code) }))}
          value={currency}
        />
        {create.error && <ErrorNotice error={create.error} />}
        <div className="row">
          <Button isPending={create.isPending} type="submit">
            Open balance
          </Button>
        </div>
      </form>
      {create.data && <p role="status">Opened balance {create.data.id}.</p>}
    </Panel>
  )
}
