import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NAME_LENGTH_MAX } from '../../../../src/batches/limits.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { formHeaders } from '../../recipients/form-headers.ts'
import { useWorkspace } from '../../workspace.ts'
import { type Currencies, CurrencyFields } from './CurrencyFields.tsx'
import { FilePart } from './FilePart.tsx'
import '../../forms/forms.css'

/** The name and the currencies of a batch, and the form of its recipients, which determines the columns of the file. */
export function UploadPanel() {
  const [name, setName] = useState('')
  const [currencies, setCurrencies] = useState<Currencies>({ source: 'GBP', target: 'EUR' })
  return (
    <Panel title="New batch from a file">
      <div className="form">
        <Field
          autoComplete="off"
          description="The name identifies the batch: the same name again continues the same batch."
          isRequired
          label="Name"
          maxLength={NAME_LENGTH_MAX}
          onChange={setName}
          value={name}
        />
        <CurrencyFields currencies={currencies} onChange={setCurrencies} />
      </div>
      <RecipientFile
        {...currencies}
        key={`${currencies.source} ${currencies.target}`}
        name={name}
      />
    </Panel>
  )
}

/** Any amount: the service requires one, but the forms do not depend on it. */
const SOURCE_AMOUNT = 100

/** The type of the recipients, and the file with them. */
function RecipientFile({ name, source, target }: Currencies & { readonly name: string }) {
  const { godwit } = useWorkspace()
  const [type, setType] = useState('')
  const forms = useQuery({
    queryKey: ['batch-recipient-forms', source, target],
    queryFn: () =>
      godwit.requirements.getRecipientForm({
        query: { source, target, sourceAmount: SOURCE_AMOUNT },
        headers: formHeaders,
      }),
    staleTime: Infinity,
  })
  return (
    <Loaded label="Loading the form of recipients" query={forms}>
      {(list) => {
        const form = list.find((each) => each.type === type) ?? list[0]
        if (form === undefined)
          return (
            <EmptyState title={`Nobody can be paid in ${target}`}>
              Choose another currency.
            </EmptyState>
          )
        return (
          <>
            <div className="form">
              <SelectField
                label="Pay to"
                onChange={setType}
                options={list.map((each) => ({ value: each.type, label: each.title }))}
                value={form.type}
              />
            </div>
            <FilePart
              form={form}
              key={form.type}
              name={name}
              sourceCurrency={source}
              targetCurrency={target}
            />
          </>
        )
      }}
    </Loaded>
  )
}
