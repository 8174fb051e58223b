// The JSON Schemas of a form's fields, in the subset that the dynamic-flow client renders (Facts 14.5). They restrict
// what the client lets a customer enter; check-form.ts decides which values are accepted.

import { type Field, TEXT_LENGTH_MAX } from '../form/forms.ts'

/** A JSON Schema with the display keys of the client, such as `control` and `format`. */
export type FlowSchema = Readonly<Record<string, unknown>>

/** The schema of an object with these fields. `currencies` are the choices for an amount, the most likely one first. */
export function objectSchema(fields: readonly Field[], currencies: readonly string[]): FlowSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, fieldSchema(field, currencies)]),
    ),
    required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  }
}

function fieldSchema(field: Field, currencies: readonly string[]): FlowSchema {
  const { title } = field
  switch (field.kind) {
    case 'text':
      return { title, ...text }
    case 'long-text':
      return { title, ...text, control: 'textarea' }
    case 'day':
      return { title, type: 'string', format: 'date' }
    case 'yes-no':
      // Two radio buttons, because a check box does not distinguish `no` from an unanswered question.
      return { title, control: 'radio', oneOf: [option(true, 'Yes'), option(false, 'No')] }
    case 'choice':
      return {
        title,
        control: 'select',
        oneOf: Object.entries(field.choices).map(([value, label]) => option(value, label)),
      }
    case 'amount':
      return {
        title,
        type: 'object',
        properties: {
          value: { title: 'Amount', type: 'number', minimum: 0 },
          currency: {
            title: 'Currency',
            control: 'select',
            oneOf: currencies.map((code) => option(code, code)),
            default: currencies[0],
          },
        },
        required: ['value', 'currency'],
      }
    case 'group':
      return { title, ...objectSchema(field.fields, currencies) }
  }
}

const text = { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX }

function option(value: string | boolean, title: string): FlowSchema {
  return { title, const: value }
}
