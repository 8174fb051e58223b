// Parses a set of text fields by their rules. Each field gives the value to store or a violation; an optional field that is
// absent gives neither. A refusal has all violations of a body (D5).

import type { ErrorKind } from '../../kernel/refusal.ts'
import { isPlainText } from '../../kernel/wire.ts'
import { FieldInvalid, FieldMissing, FieldUnexpected } from '../errors.ts'
import type { Occupation } from './details.ts'

export type Violation = {
  readonly kind: ErrorKind
  readonly field: string
  /** A predicate without its subject, such as `is required`. */
  readonly message: string
  readonly value?: string | undefined
}

export type Parsed<D> = { readonly details: D; readonly violations: readonly Violation[] }

/** The context of the rules, in addition to the fields. */
export type RuleContext = {
  readonly today: Temporal.PlainDate
  /** The alpha-2 code of the country of the profile's address, when it is known. */
  readonly country?: string | undefined
  /** The occupations in the profile's address. */
  readonly occupations?: readonly Occupation[] | undefined
}

export type Problem = { readonly kind: ErrorKind; readonly message: string }
export type Input<F extends string> = { readonly [_ in F]?: string | undefined }
type Parser<F extends string> = (
  text: string,
  context: RuleContext,
  input: Input<F>,
) => string | Problem

export type FieldRule<F extends string> = {
  readonly parse: Parser<F>
  readonly required?: (input: Input<F>, context: RuleContext) => boolean
  /** Returns the reason why the field must be absent, if it must. */
  readonly unexpected?: (context: RuleContext) => string | undefined
}

export const always = () => true

/** Blank text counts as absent. */
export function parseFields<F extends string>(
  rules: Readonly<Record<F, FieldRule<F>>>,
  input: Input<F>,
  context: RuleContext,
): Parsed<{ [_ in F]?: string }> {
  const details: { [_ in F]?: string } = {}
  const violations: Violation[] = []
  for (const [field, rule] of Object.entries(rules) as [F, FieldRule<F>][]) {
    const text = input[field]?.trim() ?? ''
    const parsed =
      text === '' ? parseAbsent(rule, input, context) : parsePresent(text, rule, input, context)
    if (typeof parsed === 'string') details[field] = parsed
    else if (parsed !== undefined)
      violations.push({ ...parsed, field, value: text === '' ? undefined : text })
  }
  return { details, violations }
}

function parseAbsent<F extends string>(
  { required }: FieldRule<F>,
  input: Input<F>,
  context: RuleContext,
): Problem | undefined {
  return required?.(input, context) ? { kind: FieldMissing, message: 'is required' } : undefined
}

function parsePresent<F extends string>(
  text: string,
  { parse, unexpected }: FieldRule<F>,
  input: Input<F>,
  context: RuleContext,
): string | Problem {
  const reason = unexpected?.(context)
  return reason === undefined
    ? parse(text, context, input)
    : { kind: FieldUnexpected, message: reason }
}

/** Accepts one line of at most `charactersMax` characters: the text may be printed in e-mails and in bank files. */
export function lineUpTo(charactersMax: number): (text: string) => string | Problem {
  const parseLines = linesUpTo(charactersMax)
  return (text) =>
    isPlainText(text)
      ? parseLines(text)
      : { kind: FieldInvalid, message: 'must be one line of text' }
}

/** Accepts text of at most `charactersMax` characters, with line breaks. */
export function linesUpTo(charactersMax: number): (text: string) => string | Problem {
  return (text) =>
    [...text].length <= charactersMax
      ? text
      : { kind: FieldInvalid, message: `may have at most ${charactersMax} characters` }
}

/** In UTF-16 code units; a choice of this project. */
const URL_LENGTH_MAX = 2048
/** A host name with at least one dot. `URL` has converted letters of other scripts to ASCII, and capitals to lower case. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}\.?$/

/** Accepts a web address. An address without a scheme is checked as an https address, and stored as sent. */
export function parseWebAddress(text: string): string | Problem {
  const problem = { kind: FieldInvalid, message: 'must be a web address' }
  if (text.length > URL_LENGTH_MAX || /\s/.test(text)) return problem
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return problem
  if (url.username !== '' || url.password !== '' || !HOST.test(url.hostname)) return problem
  return text
}
