// How a set of fields is read by its rules: each given text becomes what is kept, or a violation
// with the name of its field; all violations of a body are told at once (D5).

import type { ErrorKind } from '../../kernel/refusal.ts'
import { isPlainText } from '../../kernel/wire.ts'
import { Invalid, Missing, Unexpected } from '../errors.ts'
import type { Occupation } from './details.ts'

export type Violation = {
  readonly kind: ErrorKind
  readonly field: string
  readonly message: string
  readonly given?: string | undefined
}

export type Reading<D> = { readonly details: D; readonly violations: readonly Violation[] }

/** What the rules may look at besides the fields. */
export type About = {
  readonly today: Temporal.PlainDate
  /** Alpha-2, where the address of the profile is known. */
  readonly country?: string | undefined
  /** Those that the address of the profile names. */
  readonly occupations?: readonly Occupation[] | undefined
}

export type Wrong = { readonly kind: ErrorKind; readonly message: string }
export type Given<F extends string> = { readonly [_ in F]?: string | undefined }
export type Read<F extends string> = (text: string, about: About, given: Given<F>) => string | Wrong

export type FieldRule<F extends string> = {
  readonly read: Read<F>
  readonly required?: (given: Given<F>, about: About) => boolean
  /** Why the field must not be given here; undefined when it may. */
  readonly unexpected?: (about: About) => string | undefined
}

export const always = () => true

/** Blank text counts as absent. */
export function readFields<F extends string>(
  rules: Readonly<Record<F, FieldRule<F>>>,
  given: Given<F>,
  about: About,
): Reading<{ [_ in F]?: string }> {
  const details: { [_ in F]?: string } = {}
  const violations: Violation[] = []
  for (const [field, rule] of Object.entries(rules) as [F, FieldRule<F>][]) {
    const text = given[field]?.trim() ?? ''
    const read = text === '' ? absent(field, rule, given, about) : present(text, rule, given, about)
    if (typeof read === 'string') details[field] = read
    else if (read !== undefined)
      violations.push({ ...read, field, given: text === '' ? undefined : text })
  }
  return { details, violations }
}

function absent<F extends string>(
  field: F,
  { required }: FieldRule<F>,
  given: Given<F>,
  about: About,
): Wrong | undefined {
  return required?.(given, about) ? { kind: Missing, message: `${field} must be given` } : undefined
}

function present<F extends string>(
  text: string,
  { read, unexpected }: FieldRule<F>,
  given: Given<F>,
  about: About,
): string | Wrong {
  const reason = unexpected?.(about)
  return reason === undefined ? read(text, about, given) : { kind: Unexpected, message: reason }
}

/** One line of at most so many characters: it may come to stand in mail and in bank files. */
export function textUpTo(charactersMax: number): (text: string) => string | Wrong {
  const upTo = linesUpTo(charactersMax)
  return (text) =>
    isPlainText(text) ? upTo(text) : { kind: Invalid, message: 'must be one line of text' }
}

/** Text of at most so many characters. */
export function linesUpTo(charactersMax: number): (text: string) => string | Wrong {
  return (text) =>
    [...text].length <= charactersMax
      ? text
      : { kind: Invalid, message: `may have at most ${charactersMax} characters` }
}

const URL_LENGTH_MAX = 2048
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}\.?$/u

/** A web address; one without a scheme is taken to be https. */
export function readWebAddress(text: string): string | Wrong {
  const wrong = { kind: Invalid, message: 'must be a web address' }
  if (text.length > URL_LENGTH_MAX || /\s/.test(text)) return wrong
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong
  if (url.username !== '' || url.password !== '' || !HOST.test(url.hostname)) return wrong
  return text
}
