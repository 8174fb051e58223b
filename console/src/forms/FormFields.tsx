import { FormFieldInput } from './FormFieldInput.tsx'
import type { FormField, FormGroup, Values } from './form-values.ts'
import './forms.css'

type Props = {
  readonly groups: readonly FormGroup[]
  readonly values: Values
  /** Messages by the keys of the fields. */
  readonly errors: Values
  readonly onChange: (key: string, value: string) => void
  /** A value that changes the form was entered. */
  readonly onRefresh: (key: string, value: string) => void
}

/** The fields of a form that the service has sent. */
export function FormFields({ groups, values, errors, onChange, onRefresh }: Props) {
  const input = (field: FormField) => (
    <FormFieldInput
      error={errors[field.key]}
      field={field}
      key={field.key}
      onChange={(value) => onChange(field.key, value)}
      onRefresh={(value) => onRefresh(field.key, value)}
      value={values[field.key] ?? ''}
    />
  )
  return groups.map(({ name, group }) =>
    group.length > 1 ? (
      <fieldset className="form-group" key={name}>
        <legend>{name}</legend>
        {group.map(input)}
      </fieldset>
    ) : (
      group.map(input)
    ),
  )
}
