import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useWorkspace } from '../../workspace.ts'
import { FilePart } from './FilePart.tsx'
import '../../forms/forms.css'

/** With it the forms contain all fields. */
const headers = { 'Accept-Minor-Version': '1' }

/** The name and the currencies of a batch, and the form of its recipients, which has the columns of the file. */
export function UploadPanel() {
  const { godwit } = useWorkspace()
  const [name, setName] = useState('')
  const [source, setSource] = useState('GBP')
  const [target, setTarget] = useState('EUR')
  const [type, setType] = useState('')
  const pairs = useQuery({
    queryKey: ['batch-currency-pairs'],
    queryFn: () => godwit.quotes.listCurrencyPairs(),
    staleTime: Infinity,
  })
  const forms = useQuery({
    queryKey: ['batch-recipient-forms', source, target],
    queryFn: () =>
      godwit.requirements.getRecipientForm({
        query: { source, target, sourceAmount: 100 },
        headers,
      }),
    staleTime: Infinity,
  })
  const from = pairs.data?.sourceCurrencies ?? []
  const to = from.find(({ currencyCode }) => currencyCode === source)?.targetCurrencies ?? []
  return (
    <Panel title="New batch from a file">
      <div className="form">
        <Field
          autoComplete="off"
          description="The key of the batch: the same name again continues the same batch."
          isRequired
          label="Name"
          maxLength={100}
          onChange={setName}
          value={name}
        />
        <SelectField
          label="From"
          onChange={setSource}
          options={from.map(optionOf)}
          value={source}
        />
        <SelectField label="To" onChange={setTarget} options={to.map(optionOf)} value={target} />
      </div>
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
                key={`${source} ${target} ${form.type}`}
                name={name}
                sourceCurrency={source}
                targetCurrency={target}
              />
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const optionOf = ({ currencyCode }: { readonly currencyCode: string }) => ({
  value: currencyCode,
  label: currencyCode,
})
