// The properties of a field with options, which `SelectField` and `RadioField` share.

type Option = { readonly value: string; readonly label: string }
export type ChoiceProps = {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}
