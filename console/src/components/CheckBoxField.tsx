import { useId } from 'react'
import './field.css'

type Props = {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

/** A labelled check box. */
export function CheckBoxField({ label, isChecked, onChange, error, isDisabled = false }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-option">
        <input
          aria-describedby={error && `${id}-error`}
          aria-invalid={error !== undefined}
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
        />
        {label}
      </label>
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
