import type { ReactNode } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'
import './field.css'

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  readonly label: string
  readonly description?: ReactNode
  /** The message of the error that names this field. */
  readonly error?: string | undefined
  readonly placeholder?: string
}

/**
 * A labelled text input. The form can be sent again while a field shows an error, because only the service decides whether a value
 * is valid.
 */
export function Field({ label, description, error, placeholder, ...props }: Props) {
  return (
    <TextField
      {...props}
      className="field"
      isInvalid={error !== undefined || !!props.isInvalid}
      validationBehavior={error === undefined ? 'native' : 'aria'}
    >
      <Label className="field-label">{label}</Label>
      <Input className="field-input" {...(placeholder && { placeholder })} />
      {description && (
        <Text className="field-description" slot="description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  )
}
