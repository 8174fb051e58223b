// The account requirements form on the wire (A 2.3, Facts 10.5).

/** One allowed value of a select or radio field. */
export type Choice = { readonly key: string; readonly name: string }

/** The validator that a client may call. `url` is a path; the endpoint puts the host of the service before the path. */
type FieldValidator = {
  readonly url: string
  readonly params: readonly {
    readonly key: string
    readonly parameterName: string
    readonly required: boolean
  }[]
}

/** One input of a form; in the OpenAPI document `FormField`. */
export type FormInput = {
  readonly key: string
  readonly name: string
  readonly type: 'text' | 'select' | 'radio' | 'date'
  readonly refreshRequirementsOnChange: boolean
  readonly required: boolean
  readonly displayFormat: string | null
  readonly example: string
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly validationRegexp: string | null
  readonly validationAsync: FieldValidator | null
  readonly valuesAllowed: readonly Choice[] | null
}

/** One line of a form: usually one input, sometimes several side by side. */
export type FormLine = { readonly name: string; readonly group: readonly FormInput[] }

export type AccountForm = {
  readonly type: string
  readonly title: string
  readonly usageInfo: null
  readonly fields: readonly FormLine[]
}
