import { Field } from '../components/Field.tsx'
import { RadioField } from '../components/RadioField.tsx'
import { SelectField } from '../components/SelectField.tsx'
import type { FormField } from './form-values.ts'

type Props = {
  readonly field: FormField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  /** Absent where no value changes the form. */
  readonly onRefresh?: (value: string) => void
}

/**
 * The input for one field. When the value of the field changes the form, a choice calls `onRefresh` at once, and a text input calls it
 * when the user leaves the field.
 */
export function FormFieldInput({ field, value, error, onChange, onRefresh }: Props) {
  const label = labelOf(field)
  const refresh = field.refreshRequirementsOnChange ? onRefresh : undefined
  if (field.type === 'select' || field.type === 'radio') {
    const Choice = field.type === 'select' ? SelectField : RadioField
    const options = (field.valuesAllowed ?? []).map(({ key, name }) => ({
      value: key,
      label: name,
    }))
    const noChoice = field.type === 'select' ? [{ value: '', label: 'Choose…' }] : []
    const choose = (chosen: string) => {
      onChange(chosen)
      refresh?.(chosen)
    }
    return (
      <Choice
        error={error}
        label={label}
        onChange={choose}
        options={[...noChoice, ...options]}
        value={value}
      />
    )
  }
  return (
    <Field
      autoComplete="off"
      description={hintOf(field)}
      error={error}
      label={label}
      onBlur={() => value && refresh?.(value)}
      onChange={onChange}
      value={value}
      {...(field.type === 'date' && { type: 'date' })}
    />
  )
}

/** Some names that the service sends already end with `(Optional)`, which is replaced. */
const labelOf = ({ name, required }: FormField) =>
  required ? name : `${name.replace(/ \(optional\)$/i, '')} (optional)`

/** A date needs no hint, because the browser's control shows the format. */
const hintOf = ({ displayFormat, example, type }: FormField) => {
  if (type === 'date') return undefined
  return example ? `For example ${example}` : (displayFormat ?? undefined)
}
