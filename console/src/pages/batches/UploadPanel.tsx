import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NAME_LENGTH_MAX } from '../../../../src/batches/limits.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { formHeaders, formQuery } from '../../recipients/form-request.ts'
import { useWorkspace } from '../../workspace.ts'
import { type Currencies, CurrencyFields } from './CurrencyFields.tsx'
import { FileUpload } from './FileUpload.tsx'
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

/** The choice of the form of the recipients, and the file that lists them. */
function RecipientFile({ name, source, target }: Currencies & { readonly name: string }) {
  const { godwit } = useWorkspace()
  const [type, setType] = useState('')
  const forms = useQuery({
    queryKey: ['batch-recipient-forms', source, target],
    queryFn: () =>
      godwit.requirements.getRecipientForm({
        query: { ...formQuery(target), source },
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
            <FileUpload
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
