// Checks the bodies and queries of the operator's requests, which are no declared endpoints: client programs must not
// depend on them.

import type { ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { checkText } from '../body/body-text.ts'
import { compile, refusalOf } from '../validation.ts'

/** Returns a function that checks a body; an absent one as an empty one. */
export function checkBody<S extends TSchema>(schema: S): (body: unknown) => Static<S> {
  let validate: ValidateFunction | undefined
  return (body) => {
    validate ??= compile('body', schema)
    const input = body ?? {}
    if (!validate(input)) throw refusalOf(validate.errors)
    return input as Static<S>
  }
}

/** A parameter of the query; undefined when it is absent, or repeated. */
export function textOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? checkText(value) : undefined
}

/** A whole number of the query between 0 and `max`; `absent` for anything else. */
export function numberOf(query: unknown, name: string, absent: number, max: number): number {
  const value = textOf(query, name) ?? ''
  return /^\d{1,16}$/.test(value) && Number(value) <= max ? Number(value) : absent
}
