import type { FilledForm } from '@godwit/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useCurrencies } from '../../money/use-currencies.ts'
import { formHeaders } from '../../recipients/form-headers.ts'
import { NewRecipientForm, noInput } from '../../recipients/NewRecipientForm.tsx'
import { useWorkspace } from '../../workspace.ts'
import '../../forms/forms.css'

/** The service requires a source currency and an amount. The amount does not change the forms, and GBP adds no field. */
const SOURCE = { source: 'GBP', sourceAmount: 100 }

export function NewRecipientPage() {
  const { godwit } = useWorkspace()
  const navigate = useNavigate()
  const [currency, setCurrency] = useState('EUR')
  const [input, setInput] = useState(noInput)
  const currencies = useCurrencies()
  const query = { ...SOURCE, target: currency }
  const load = (filled?: FilledForm) =>
    filled
      ? godwit.requirements.refreshRecipientForm({ query, headers: formHeaders, body: filled })
      : godwit.requirements.getRecipientForm({ query, headers: formHeaders })
  return (
    <div className="stack">
      <Link to="/recipients">All recipients</Link>
      <PageHeader
        description="The service sends the form for each currency, and changes it with what you enter."
        title="Add a recipient"
      />
      <Panel title="Account">
        <Loaded label="Loading currencies" query={currencies}>
          {(list) => (
            <div className="form">
              <SelectField
                label="Currency"
                onChange={(code) => {
                  setCurrency(code)
                  setInput(noInput)
                }}
                options={list.map(({ code, name }) => ({
                  value: code,
                  label: `${code} · ${name}`,
                }))}
                value={currency}
              />
            </div>
          )}
        </Loaded>
        <NewRecipientForm
          currency={currency}
          formKey={currency}
          input={input}
          key={currency}
          load={load}
          onCreated={(id) => void navigate({ to: `/recipients/${id}` })}
          onInput={setInput}
        />
      </Panel>
    </div>
  )
}
