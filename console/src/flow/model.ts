// The values that the user has entered, and the body of the request that sends them.

import { numberOrText } from '../number-or-text.ts'
import type { FlowField } from './fields.ts'
import type { Json } from './read.ts'
import type { Action, Form } from './step.ts'

/** The values of the fields: by the id of the form, then by the path of the field. */
export type FlowValues = Readonly<Record<string, Json>>

export function initialValues(forms: readonly Form[]): FlowValues {
  return Object.fromEntries(
    forms.map(({ id, fields }) => [id, Object.fromEntries(initialEntries(fields))]),
  )
}

function initialEntries(fields: readonly FlowField[]): (readonly [path: string, value: unknown])[] {
  return fields.flatMap((field) =>
    field.kind === 'group' ? initialEntries(field.fields) : [[field.path, field.initial] as const],
  )
}

/** The values of all forms in one object. The data of the action replace values of the same name. */
export function bodyOf(
  forms: readonly Form[],
  values: FlowValues,
  { data }: Exclude<Action, 'exit'>,
): Json {
  return Object.assign({}, ...forms.map(({ id, fields }) => nest(fields, values[id] ?? {})), data)
}

function nest(fields: readonly FlowField[], values: Json): Json {
  return Object.fromEntries(
    fields.flatMap((field): (readonly [string, unknown])[] => {
      if (field.kind === 'group') return [[field.name, nest(field.fields, values)]]
      const value = values[field.path]
      if (value === undefined || value === '') return []
      return [[field.name, field.kind === 'number' ? numberOrText(String(value)) : value]]
    }),
  )
}
