// Checks one value against one field of a form.

import { isPlainText } from '../../kernel/wire.ts'
import { countCharacters, wholeTextPattern } from '../patterns.ts'
import type { Field, ReadOther } from './field.ts'

/** A fault of an account. `path` is the form key of the value. */
export type AccountFault = {
  readonly code: 'NOT_VALID' | 'REQUIRED'
  readonly path: string
  readonly message: string
  readonly arguments: readonly string[]
}

/** The length limit, in characters, of fields without `max` and of details outside the form (gap 36). */
export const DETAIL_LENGTH_MAX = 255

export function requiredFault({ key, message }: Pick<Field, 'key' | 'message'>): AccountFault {
  // Facts 4.3 documents this message for a missing state.
  const text = key === 'address.state' && message !== null ? message : 'Required'
  return { code: 'REQUIRED', path: key, message: text, arguments: [key] }
}

export function notValidFault(path: string, message: string, value?: unknown): AccountFault {
  const shown = typeof value === 'string' && value.length <= DETAIL_LENGTH_MAX ? [value] : []
  return { code: 'NOT_VALID', path, message, arguments: [path, ...shown] }
}

/** The fault of a type that none of these forms has. */
export function typeFault(forms: readonly { readonly type: string }[], type: string): AccountFault {
  const types = forms.map((form) => form.type).join(', ')
  const message = `Recipient type is not valid for this currency. Send one of: ${types}`
  return notValidFault('type', message, type)
}

/** The fault of one value; undefined for a valid value. `value` is undefined when the account lacks the detail. */
export function checkField(
  field: Field,
  value: unknown,
  other: ReadOther,
): AccountFault | undefined {
  if (value === undefined) return field.required ? requiredFault(field) : undefined
  const message = messageFor(field, value, other)
  return message === undefined ? undefined : notValidFault(field.key, message, value)
}

function messageFor(field: Field, value: unknown, other: ReadOther): string | undefined {
  const invalid = field.message ?? `Please enter a valid value: ${field.label}`
  if (isFlag(field)) return isFlagValue(value) ? undefined : invalid
  if (typeof value !== 'string' || !isPlainText(value)) return invalid
  const text = canonicalText(field, value)
  if (isClosedList(field))
    return isOffered(field, text) ? undefined : (field.message ?? choiceMessage(field))
  if (!fitsLength(field, text)) return lengthMessage(field, text)
  if (!fitsPattern(field, text) || field.check?.(text, other) === false) return invalid
  return field.furtherChecks.find(({ check }) => !check(text, other))?.message
}

/**
 * The spelling in which a value is checked, hashed, stored and shown (D90): the field's canonical spelling, without leading
 * and trailing whitespace.
 */
export function canonicalText({ canonical }: Field, value: string): string {
  return canonical(value.trim())
}

const isClosedList = ({ values, isOpenList }: Field): boolean => values !== null && !isOpenList

/** A radio without values is a check box. */
const isFlag = (field: Field): boolean => field.type === 'radio' && field.values === null

const isFlagValue = (value: unknown): boolean =>
  typeof value === 'boolean' || value === 'true' || value === 'false'

/** The greatest number of values that a message lists; a choice of this project. */
const LISTED_VALUES_MAX = 30

/** A message leaves out longer lists, such as those of countries and banks. The requirements contain them. */
function choiceMessage({ label, values }: Field): string {
  const keys = (values?.() ?? []).map(({ key }) => key.trim())
  return keys.length > LISTED_VALUES_MAX
    ? `Please choose one of the values that the requirements list: ${label}`
    : `Please choose one of: ${keys.join(', ')}`
}

const keysByList = new WeakMap<object, ReadonlySet<string>>()

function isOffered(field: Field, value: string): boolean {
  const values = field.values?.() ?? []
  let keys = keysByList.get(values)
  if (keys === undefined) {
    // A few codes of the lists begin or end with a space, which clients need not send.
    keys = new Set(values.map(({ key }) => key.trim()))
    keysByList.set(values, keys)
  }
  return keys.has(value) || field.alsoAccepted.includes(value)
}

const fitsPattern = ({ pattern }: Field, value: string): boolean =>
  pattern === null || wholeTextPattern(pattern).test(value)

const fitsLength = ({ min, max }: Field, value: string): boolean => {
  const characters = countCharacters(value)
  return characters >= (min ?? 0) && characters <= (max ?? DETAIL_LENGTH_MAX)
}

/** The message of a name's rule does not contain the limits of the length, so they are added to it. */
function lengthMessage({ min, max, label, message, isLatinName }: Field, value: string): string {
  if (message !== null) return isLatinName ? `${message} Use ${min} to ${max} characters.` : message
  return countCharacters(value) < (min ?? 0)
    ? `Please enter at least ${min} characters: ${label}`
    : `Please enter at most ${max ?? DETAIL_LENGTH_MAX} characters: ${label}`
}
