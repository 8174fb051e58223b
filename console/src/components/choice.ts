// The properties of a field with options, however it shows them.

type Option = { readonly value: string; readonly label: string }
export type ChoiceProps = {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}
