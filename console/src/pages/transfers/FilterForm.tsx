import { transferStates } from '../../../../src/transfers/states.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useCurrencies } from '../../money/use-currencies.ts'
import { wordsOf } from '../../words.ts'
import type { FilterName, Filters } from './filters.ts'

type Props = {
  readonly filters: Filters
  readonly setFilter: (name: FilterName, value: string) => void
  readonly clear: () => void
}

const anyOption = { value: '', label: 'Any' }
const statuses = transferStates.states.map((value) => ({
  value,
  label: wordsOf(value),
}))

/** Each change shows the matching transfers at once. */
export function FilterForm({ filters, setFilter, clear }: Props) {
  const currencies = [
    anyOption,
    ...useCurrencyCodes().map((code) => ({ value: code, label: code })),
  ]
  const field = (name: FilterName) => ({
    value: filters[name] ?? '',
    onChange: (value: string) => setFilter(name, value),
  })
  return (
    <search className="transfers-filters">
      <SelectField label="Status" options={[anyOption, ...statuses]} {...field('status')} />
      <SelectField label="From currency" options={currencies} {...field('sourceCurrency')} />
      <SelectField label="To currency" options={currencies} {...field('targetCurrency')} />
      <Field label="Created from" type="date" {...field('createdDateStart')} />
      <Field label="Created until" type="date" {...field('createdDateEnd')} />
      <Button isDisabled={Object.keys(filters).length === 0} onPress={clear}>
        Clear filters
      </Button>
    </search>
  )
}

/** The codes of all currencies; empty until they are loaded. */
function useCurrencyCodes(): readonly string[] {
  const { data = [] } = useCurrencies()
  return data.map(({ code }) => code).toSorted()
}
