import { FieldError, Label, TextArea, TextField, type TextFieldProps } from 'react-aria-components'
import './field.css'

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  readonly label: string
  /** Lines that are visible without scrolling. */
  readonly rows: number
  /** Sentences of people instead of code such as JSON. */
  readonly isProse?: boolean
  /** The message of the error that names this field. */
  readonly error?: string | undefined
}

/** A labelled input of several lines. */
export function TextAreaField({ label, rows, isProse = false, error, ...props }: Props) {
  return (
    <TextField
      {...props}
      className="field"
      isInvalid={error !== undefined || !!props.isInvalid}
      validationBehavior={error === undefined ? 'native' : 'aria'}
    >
      <Label className="field-label">{label}</Label>
      <TextArea
        className={`field-input ${isProse ? '' : 'field-lines'}`}
        rows={rows}
        spellCheck={isProse}
      />
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  )
}
