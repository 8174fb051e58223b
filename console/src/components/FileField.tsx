import { useId } from 'react'
import './field.css'

type Props = {
  readonly label: string
  readonly description?: string | undefined
  readonly error?: string | undefined
  /** What the browser offers first, such as `.csv`. Other files can still be chosen. */
  readonly accept?: string
  readonly isDisabled?: boolean
  /** Undefined when the user has taken the file back. */
  readonly onChoose: (file: File | undefined) => void
}

/** A labelled choice of one file. The browser shows the name of the file. */
export function FileField({ label, description, error, accept, isDisabled, onChoose }: Props) {
  const id = useId()
  const describedBy = [description && `${id}-description`, error && `${id}-error`]
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        accept={accept}
        aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
        aria-invalid={error !== undefined}
        className="field-input"
        disabled={isDisabled}
        id={id}
        onChange={(event) => onChoose(event.target.files?.[0])}
        type="file"
      />
      {description && (
        <span className="field-description" id={`${id}-description`}>
          {description}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
