// Checks one value against one field of a form.

import { isPlainText } from '../../kernel/wire.ts'
import { wholly } from '../patterns.ts'
import type { Field, ReadOther } from './field.ts'

/** What is wrong with an account. `path` is the form key of the value. */
export type AccountFault = {
  readonly code: 'NOT_VALID' | 'REQUIRED'
  readonly path: string
  readonly message: string
  readonly arguments: readonly string[]
}

/** No value is longer, whether or not its field has a limit of its own. */
export const DETAIL_LENGTH_MAX = 255

export function required({ key, message }: Pick<Field, 'key' | 'message'>): AccountFault {
  // Facts 4.3 has words of its own for a missing state.
  const text = key === 'address.state' && message !== null ? message : 'Required'
  return { code: 'REQUIRED', path: key, message: text, arguments: [key] }
}

export function notValid(path: string, message: string, value?: unknown): AccountFault {
  const shown = typeof value === 'string' && value.length <= DETAIL_LENGTH_MAX ? [value] : []
  return { code: 'NOT_VALID', path, message, arguments: [path, ...shown] }
}

/** The fault of one value, `undefined` when there is none. `value` is undefined when not given. */
export function checkField(
  field: Field,
  value: unknown,
  other: ReadOther,
): AccountFault | undefined {
  if (value === undefined) return field.required ? required(field) : undefined
  const message = messageFor(field, value, other)
  return message === undefined ? undefined : notValid(field.key, field.message ?? message, value)
}

function messageFor(field: Field, value: unknown, other: ReadOther): string | undefined {
  const wrong = `Please enter a valid value: ${field.label}`
  if (isFlag(field)) return isFlagValue(value) ? undefined : wrong
  if (typeof value !== 'string' || !isPlainText(value)) return wrong
  // Outer blanks are not kept, so they are no fault either.
  const text = value.trim()
  if (field.values !== null && !field.openList)
    return isOffered(field, text) ? undefined : 'Please choose one of the values offered'
  if (!fitsForm(field, text)) return shapeMessage(field, text)
  return field.check === null || field.check(text, other) ? undefined : wrong
}

/** A radio without values is a box to tick. */
const isFlag = (field: Field): boolean => field.type === 'radio' && field.values === null

const isFlagValue = (value: unknown): boolean =>
  typeof value === 'boolean' || value === 'true' || value === 'false'

const offeredBy = new WeakMap<object, ReadonlySet<string>>()

function isOffered(field: Field, value: string): boolean {
  const values = field.values?.() ?? []
  let keys = offeredBy.get(values)
  if (keys === undefined) {
    // A few recorded codes carry a stray blank, which nobody should have to type.
    keys = new Set(values.map(({ key }) => key.trim()))
    offeredBy.set(values, keys)
  }
  return keys.has(value) || field.alsoAccepted.includes(value)
}

function fitsForm(field: Field, value: string): boolean {
  if (fits(field, value)) return true
  return field.spaced && fits(field, value.replace(/[\s./_-]/g, ''))
}

const fits = (field: Field, value: string): boolean =>
  fitsLength(field, value) && (field.pattern === null || wholly(field.pattern).test(value))

const fitsLength = ({ min, max }: Field, { length }: string): boolean =>
  length >= (min ?? 0) && length <= (max ?? DETAIL_LENGTH_MAX)

function shapeMessage(field: Field, value: string): string {
  if (fitsLength(field, value)) return `Please enter a valid value: ${field.label}`
  const { min, max } = field
  return value.length < (min ?? 0)
    ? `Please enter at least ${min} characters: ${field.label}`
    : `Please enter at most ${max ?? DETAIL_LENGTH_MAX} characters: ${field.label}`
}
