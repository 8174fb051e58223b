import { Field } from '../components/Field.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { errorAt } from '../field-errors.ts'
import type { ActionField } from './actions.ts'

type Props = {
  readonly fields: readonly ActionField[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Record<string, string>) => void
  readonly error: unknown
}

/** The fields of an action or a lookup. */
export function ActionFields({ fields, values, onChange, error }: Props) {
  return fields.map(({ name, label, isOptional, choices }) => {
    const shared = {
      label,
      value: values[name] ?? '',
      onChange: (value: string) => onChange({ ...values, [name]: value }),
      error: errorAt(error, name),
    }
    if (choices === undefined) return <Field {...shared} isRequired={!isOptional} key={name} />
    const options = ['', ...choices].map((value) => ({ value, label: value || 'Choose' }))
    return <SelectField {...shared} key={name} options={options} />
  })
}
