// Fields of forms that the console defines, because the service sends no form for them.

import { sentenceCase, wordsOf } from '../words.ts'
import type { FormField, FormGroup } from './form-values.ts'

const plainField = {
  type: 'text',
  refreshRequirementsOnChange: false,
  required: true,
  displayFormat: null,
  example: null,
  valuesAllowed: null,
} as const

/** `key` is the path of the value in the request. */
export const textField = (key: string, name: string, more: Partial<FormField> = {}): FormField => ({
  ...plainField,
  key,
  name,
  ...more,
})

export const optional = { required: false } as const

/** A select with the codes as values, shown in words. */
export const choiceField = (
  key: string,
  name: string,
  codes: readonly string[],
  more: Partial<FormField> = {},
): FormField => ({
  ...plainField,
  type: 'select',
  key,
  name,
  valuesAllowed: codes.map((code) => ({ key: code, name: titleOf(code) })),
  ...more,
})

/** Each field is its own group. */
export const groupsOf = (fields: readonly FormField[]): readonly FormGroup[] =>
  fields.map((field) => ({ name: field.name, group: [field] }))

/** `Source of wealth` for `SOURCE_OF_WEALTH`, and `0 to 2350` for `0_2350`. */
function titleOf(code: string): string {
  if (/^\d/.test(code)) return code.replace('_+', ' or more').replace('_', ' to ')
  return sentenceCase(wordsOf(code))
}
