// Every event that a test causes is held against the schema that its kind declares, so that what is
// printed of events is what receivers are sent.

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { eventKinds } from '../../src/app/declarations.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

const validators = new Map<string, ValidateFunction>(
  eventKinds.map(({ name, payload }) => [name, ajv.compile(closed(payload) as object)]),
)

/** The schema, with nothing allowed that it does not declare, at any depth. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  return {
    ...Object.fromEntries(parts),
    ...('properties' in schema && { additionalProperties: false }),
  }
}

/** Sentences about what the payload has and its kind does not declare, or the reverse. */
export function eventFaults(name: string, payload: unknown): string[] {
  const validate = validators.get(name)
  if (validate === undefined) return [`the event ${name} is declared nowhere`]
  if (validate(payload)) return []
  return [`${name}: ${ajv.errorsText(validate.errors, { dataVar: 'data' })}`]
}
