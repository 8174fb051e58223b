// Checks the payload of an event against the declared schema of its kind. `audit.ts` does this for the events that the
// tests of a service have recorded. Without this check docs/printed/events.md could describe other payloads than receivers
// get.

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { eventKinds } from '../../src/app/declarations.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

const validators = new Map<string, ValidateFunction>(
  eventKinds.map(({ name, payload }) => [
    name,
    ajv.compile(forbidAdditionalProperties(payload) as object),
  ]),
)

/** The schema with additional properties forbidden at any depth. */
function forbidAdditionalProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidAdditionalProperties)
  if (typeof schema !== 'object' || schema === null) return schema
  const schemas = Object.entries(schema).map(([key, value]) => [
    key,
    forbidAdditionalProperties(value),
  ])
  return {
    ...Object.fromEntries(schemas),
    ...('properties' in schema && { additionalProperties: false }),
  }
}

/** Messages about an undeclared event, undeclared fields in its payload, and missing or invalid declared fields. */
export function eventFaults(name: string, payload: unknown): string[] {
  const validate = validators.get(name)
  if (validate === undefined) return [`the event ${name} is not declared`]
  if (validate(payload)) return []
  return [`${name}: ${ajv.errorsText(validate.errors, { dataVar: 'data' })}`]
}
