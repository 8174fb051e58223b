import { useId } from 'react'
import './field.css'

type Option = { readonly value: string; readonly label: string }
type Props = {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** A labelled choice that shows all of its options. */
export function RadioField({ label, options, value, onChange, error }: Props) {
  const name = useId()
  return (
    <fieldset aria-describedby={error && `${name}-error`} className="field field-radios">
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <label className="field-radio" key={option.value}>
          <input
            checked={option.value === value}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.label}
        </label>
      ))}
      {error && (
        <span className="field-error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </fieldset>
  )
}
