import { useId } from 'react'
import './field.css'

type Props = {
  readonly label: string
  readonly description?: string | undefined
  readonly error?: string | undefined
  /** The type of files that the browser offers first, such as `.csv`. Other files can still be chosen. */
  readonly accept?: string
  readonly isDisabled?: boolean
  /** Whether several files can be chosen. */
  readonly isMultiple?: boolean
  /** Receives an empty list when the user has cancelled an earlier choice. */
  readonly onChoose: (files: readonly File[]) => void
}

/** A labelled choice of files. The browser shows their names. */
export function FileField({
  label,
  description,
  error,
  accept,
  isDisabled,
  isMultiple,
  onChoose,
}: Props) {
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
        multiple={isMultiple}
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
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
