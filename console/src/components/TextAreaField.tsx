import { Label, TextArea, TextField, type TextFieldProps } from 'react-aria-components'
import './field.css'

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  readonly label: string
  /** Lines that are visible without scrolling. */
  readonly rows: number
}

/** A labelled input of several lines, such as JSON. */
export function TextAreaField({ label, rows, ...props }: Props) {
  return (
    <TextField {...props} className="field">
      <Label className="field-label">{label}</Label>
      <TextArea className="field-input field-lines" rows={rows} spellCheck="false" />
    </TextField>
  )
}
