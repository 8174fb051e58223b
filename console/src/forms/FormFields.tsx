import { messageAt } from '../field-errors.ts'
import { FormFieldInput } from './FormFieldInput.tsx'
import type { FormField, FormGroup, Values } from './form-values.ts'
import './forms.css'

type Props = {
  readonly groups: readonly FormGroup[]
  readonly values: Values
  /** The refusal of the form, whose reasons name fields by their keys. */
  readonly error: unknown
  readonly onChange: (key: string, value: string) => void
  /** Called when a value that changes the form was entered. */
  readonly onRefresh: (key: string, value: string) => void
}

/** The fields of a form that the service has sent or that the console defines. */
export function FormFields({ groups, values, error, onChange, onRefresh }: Props) {
  const input = (field: FormField) => (
    <FormFieldInput
      error={messageAt(error, field.key, field.name)}
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
