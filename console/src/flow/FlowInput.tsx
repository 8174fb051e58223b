import { CheckBoxField } from '../components/CheckBoxField.tsx'
import { Field } from '../components/Field.tsx'
import { RadioField } from '../components/RadioField.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { TextAreaField } from '../components/TextAreaField.tsx'
import type { FlowField } from './fields.ts'
import type { FieldErrors } from './flow-requests.ts'
import type { Json } from './read.ts'
import { UploadInput } from './UploadInput.tsx'

export type InputProps = {
  readonly values: Json
  readonly errors: FieldErrors
  readonly onChange: (path: string, value: unknown) => void
}

type Props = InputProps & { readonly field: Exclude<FlowField, { kind: 'group' }> }

/** The input for one field, which depends on the kind of the field. */
export function FlowInput({ field, values, errors, onChange }: Props) {
  const { path, kind } = field
  const error = errors[path]
  const label = field.isRequired ? field.title : `${field.title} (optional)`
  const change = (changed: unknown) => onChange(path, changed)
  const value = values[path]
  const text = typeof value === 'string' ? value : ''
  switch (kind) {
    case 'hidden':
      return null
    case 'radio':
    case 'select':
      return (
        <ChoiceInput entered={value} error={error} field={field} label={label} onChange={change} />
      )
    case 'checkbox':
      return (
        <CheckBoxField error={error} isChecked={value === true} label={label} onChange={change} />
      )
    case 'upload':
      return (
        <UploadInput
          error={error}
          isUploaded={text !== ''}
          label={label}
          onChange={change}
          upload={field.upload}
        />
      )
    case 'long text':
      return (
        <TextAreaField
          error={error}
          isProse
          label={label}
          onChange={change}
          rows={4}
          value={text}
        />
      )
    default:
      return (
        <Field
          autoComplete="off"
          error={error}
          label={label}
          onChange={change}
          type={kind === 'date' ? 'date' : 'text'}
          value={text}
          {...(kind === 'number' && { inputMode: 'decimal' })}
        />
      )
  }
}

type ChoiceInputProps = {
  readonly field: Extract<FlowField, { kind: 'radio' | 'select' }>
  readonly entered: unknown
  readonly error: string | undefined
  readonly label: string
  readonly onChange: (value: unknown) => void
}

/** Options are numbered, because their values may be any JSON. */
function ChoiceInput({
  field: { kind, options },
  entered,
  error,
  label,
  onChange,
}: ChoiceInputProps) {
  const Choice = kind === 'radio' ? RadioField : SelectField
  const emptyOption = kind === 'select' ? [{ value: '', label: 'Choose…' }] : []
  const numbered = options.map(({ title }, index) => ({ value: String(index), label: title }))
  const chosen = options.findIndex(({ value }) => value === entered)
  return (
    <Choice
      error={error}
      label={label}
      onChange={(index) => onChange(index === '' ? undefined : options[Number(index)]?.value)}
      options={[...emptyOption, ...numbered]}
      value={chosen < 0 ? '' : String(chosen)}
    />
  )
}
