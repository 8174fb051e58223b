import type { FilledForm } from '@godwit/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { currencyOption } from '../../money/currency-option.ts'
import { useCurrencies } from '../../money/use-currencies.ts'
import { formHeaders, formQuery } from '../../recipients/form-request.ts'
import { NewRecipientForm, noInput } from '../../recipients/NewRecipientForm.tsx'
import { useWorkspace } from '../../workspace.ts'
import '../../forms/forms.css'

export function NewRecipientPage() {
  const { godwit } = useWorkspace()
  const navigate = useNavigate()
  const [currency, setCurrency] = useState('EUR')
  const [input, setInput] = useState(noInput)
  const currencies = useCurrencies()
  const query = formQuery(currency)
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
                options={list.map(({ code, name }) => currencyOption({ currencyCode: code, name }))}
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
