import { useId } from 'react'
import type { ChoiceProps } from './choice.ts'
import './field.css'

/** A labelled choice that shows all of its options. */
export function RadioField({ label, options, value, onChange, error }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={error && `${name}-error`} className="field field-radios">
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <label className="field-option" key={option.value}>
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
