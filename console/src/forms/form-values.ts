// The values that the user has entered in a form of the service, by the keys of its fields.

export type Values = Readonly<Record<string, string>>

/** A field of a form of the service, such as the form of a recipient or of a transfer. */
export type FormField = {
  readonly key: string
  readonly name: string
  readonly type: 'text' | 'select' | 'radio' | 'date'
  readonly refreshRequirementsOnChange: boolean
  readonly required: boolean
  readonly displayFormat: string | null
  readonly example: string | null
  readonly valuesAllowed: readonly { readonly key: string; readonly name: string }[] | null
}

export type FormGroup = { readonly name: string; readonly group: readonly FormField[] }

export type Details = { [key: string]: string | Details }

/**
 * The values of the fields that the form has, as the service reads them: the value of `address.country` becomes
 * `{ address: { country } }`. Values of fields that have left the form, and empty values, are not sent.
 */
export function detailsOf(groups: readonly FormGroup[], values: Values): Details {
  const details: Details = {}
  for (const { key } of fieldsOf(groups)) {
    const value = values[key]
    if (value) setAt(details, key.split('.'), value)
  }
  return details
}

export const fieldsOf = (groups: readonly FormGroup[]): readonly FormField[] =>
  groups.flatMap(({ group }) => group)

/** The keys of the fields of a form. */
export const keysOf = (groups: readonly FormGroup[]): readonly string[] =>
  fieldsOf(groups).map(({ key }) => key)

function setAt(target: Details, path: readonly string[], value: string): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const inner = Object.hasOwn(target, key) ? target[key] : undefined
  const next = typeof inner === 'object' ? inner : {}
  target[key] = next
  setAt(next, rest, value)
}
