// The fields of a form, and the values that the user has entered in them.

/** The entered values, by the keys of their fields. */
export type Values = Readonly<Record<string, string>>

/** A field as the service describes it, for example in the form of a recipient. Forms that the console defines have the same fields. */
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

/** The values as the service reads them: a dot in the key of a field separates the names of nested objects. */
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

export const keysOf = (groups: readonly FormGroup[]): readonly string[] =>
  fieldsOf(groups).map(({ key }) => key)

function setAt(target: Details, path: readonly string[], value: string): void {
  const [key = '', ...innerPath] = path
  if (innerPath.length === 0) {
    target[key] = value
    return
  }
  const existing = Object.hasOwn(target, key) ? target[key] : undefined
  const inner = typeof existing === 'object' ? existing : {}
  target[key] = inner
  setAt(inner, innerPath, value)
}
