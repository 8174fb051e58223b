// Dynamic forms: the service returns the fields that a recipient, a transfer or a profile needs, and some values change
// the form.

import type { FormField, TransferFormField } from './generated/client.ts'

export type Field = FormField | TransferFormField

/** A form as the service returns it. For recipients the service returns one form for each type. */
export type Form = {
  readonly type: string
  readonly fields: readonly { readonly group: readonly Field[] }[]
}

export type FillForm = {
  /** Fetches the forms: first without values, and again with all values so far whenever one changes the form. */
  readonly load: (form?: FilledForm) => Promise<readonly Form[]>
  /** Which form to fill, such as `iban`. Default: the first. */
  readonly type?: string
  /** The value of a field, or a promise of it; undefined leaves an optional field out. */
  readonly answer: (field: Field) => unknown
}

export type FilledForm = { readonly type: string; readonly details: Record<string, unknown> }

/** `answer` returned no value for a field that the form requires. */
export class FieldMissing extends Error {
  override readonly name = 'FieldMissing'
  readonly field: Field

  constructor(field: Field) {
    super(`The form requires ${field.key} (${field.name}). Return a value for it from answer.`)
    this.field = field
  }
}

/** A form that is not complete after this number of fields is taken to change without end. */
const FIELDS_MAX = 200

/**
 * Fills a form. The value of the field `address.country` becomes `{ address: { country } }` in `details`. Throws FieldMissing
 * when `answer` returns undefined for a required field, and an Error when `load` returns no form of `type`.
 */
export async function fillForm({ load, type, answer }: FillForm): Promise<FilledForm> {
  const details: Record<string, unknown> = {}
  const answered = new Set<string>()
  let form = formOf(await load(), type)
  const nextField = () =>
    form.fields.flatMap(({ group }) => group).find(({ key }) => !answered.has(key))
  for (let field = nextField(); field !== undefined; field = nextField()) {
    if (answered.size === FIELDS_MAX)
      throw new Error(`The form still changes after ${FIELDS_MAX} fields.`)
    answered.add(field.key)
    const value = await answer(field)
    if (value === undefined && field.required) throw new FieldMissing(field)
    if (value === undefined) continue
    put(details, field.key.split('.'), value)
    if (field.refreshRequirementsOnChange)
      form = formOf(await load({ type: form.type, details }), form.type)
  }
  return { type: form.type, details }
}

function formOf(forms: readonly Form[], type: string | undefined): Form {
  const form = forms.find((offered) => type === undefined || offered.type === type)
  if (form) return form
  const types = forms.map((offered) => offered.type).join(', ')
  throw new Error(types ? `There is no form ${type}, only ${types}.` : 'No form was returned.')
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  const inner = Object.hasOwn(target, key) ? target[key] : {}
  target[key] = rest.length === 0 ? value : inner
  if (rest.length > 0) put(inner as Record<string, unknown>, rest, value)
}
