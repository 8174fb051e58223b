// Reads numbers in the queries of the operator's requests. The routes of these requests are not declared endpoints, because
// client programs must not depend on them, so no schema checks their queries.

import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'

const NumberInvalid: ErrorKind = {
  code: 'operator.query.invalid',
  status: 400,
  message: 'Send one whole number in this parameter of the query.',
}

/** `ID_MAX`, the highest number that a route accepts, has 16 digits. */
const WHOLE_NUMBER = /^\d{1,16}$/

/**
 * Returns a whole number of the query, from 0 to `max`; undefined when the query has no parameter of this name. Refuses any
 * other value with `NumberInvalid`.
 */
export function numberOf(query: unknown, name: string, max: number): number | undefined {
  const value = (query as Record<string, unknown> | undefined)?.[name]
  if (value === undefined) return undefined
  const isNumber = typeof value === 'string' && WHOLE_NUMBER.test(value) && Number(value) <= max
  if (!isNumber)
    return refuse(NumberInvalid, { path: name, message: `Send one whole number from 0 to ${max}.` })
  return Number(value)
}
