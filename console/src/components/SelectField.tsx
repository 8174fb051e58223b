import { useId } from 'react'
import type { ChoiceProps } from './choice.ts'
import './field.css'

/** A labelled choice with the control of the browser, which works best with keyboards and on phones. */
export function SelectField({ label, options, value, onChange, error }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        aria-describedby={error && `${id}-error`}
        aria-invalid={error !== undefined}
        className="field-input"
        id={id}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
