// The rules of a person's details (B 2.1, B 4.1).

import { type AgeYears, birthDateFault } from '../../kernel/birth-date.ts'
import { parsePhoneNumber } from '../../kernel/phone-number.ts'
import { FieldInvalid, FieldMissing, FieldNotAllowed, FieldTooSmall } from '../errors.ts'
import type { Details, Occupation, PersonalDetails } from './details.ts'
import {
  always,
  type FieldRule,
  type Input,
  lineUpTo,
  type Parsed,
  type Problem,
  parseFields,
  parseWebAddress,
  type RuleContext,
  type Violation,
} from './parse-fields.ts'

/** Longer names are cut to this length, not refused (B 2.1). */
export const NAME_CHARACTERS_MAX = 30
/** The age of a person with a profile; a choice of this project (gap 61). */
const ageYears: AgeYears = { min: 18, max: 120 }
/** As in the extension form (`../extensions/form.ts`). */
const OCCUPATION_CHARACTERS_MAX = 200
/** B 2.1. */
const OCCUPATIONS_MAX = 1

/** The countries in which a person must have an occupation (B 2.4). */
const OCCUPATION_COUNTRIES: readonly string[] = ['US', 'CA', 'JP']

type Field = Exclude<keyof PersonalDetails, 'occupations'>
export type PersonalInput = Input<Field> & {
  readonly occupations?: readonly { code: string; format?: string | undefined }[] | undefined
}

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  firstName: { required: always, parse: parseName },
  lastName: { required: always, parse: parseName },
  dateOfBirth: { required: always, parse: parseBirthDate },
  phoneNumber: { required: always, parse: parsePhone },
  firstNameInKana: { parse: parseKana },
  lastNameInKana: { parse: parseKana },
  avatar: { parse: parseWebAddress },
  occupation: { parse: lineUpTo(OCCUPATION_CHARACTERS_MAX) },
}

/** `context.country` is the country of the person's address, when it is known. */
export function parsePersonal(input: PersonalInput, context: RuleContext): Parsed<PersonalDetails> {
  const { details, violations } = parseFields(rules, input, context)
  const occupations = parseOccupations(input.occupations ?? [], {
    entriesMax: OCCUPATIONS_MAX,
    charactersMax: OCCUPATION_CHARACTERS_MAX,
  })
  const ofAddress = { occupations: context.occupations }
  const missing = occupationMissing('occupation', context.country, [input, ofAddress])
  return {
    details: {
      firstName: '',
      lastName: '',
      dateOfBirth: '',
      phoneNumber: '',
      ...details,
      ...(occupations.details.length > 0 && { occupations: occupations.details }),
    },
    violations: [...violations, ...occupations.violations, ...missing],
  }
}

const parseNameLine = lineUpTo(NAME_CHARACTERS_MAX)

function parseName(text: string): string | Problem {
  return parseNameLine(cutName(text))
}

function cutName(text: string): string {
  return [...text].slice(0, NAME_CHARACTERS_MAX).join('').trimEnd()
}

function parseBirthDate(text: string, { today }: RuleContext): string | Problem {
  const fault = birthDateFault(text, today, ageYears)
  if (fault === undefined) return text
  const { reason, message } = fault
  // Client programs expect the words `Unparseable date` (Facts 4.3).
  if (reason === 'malformed')
    return { kind: FieldInvalid, message: 'Unparseable date: send YYYY-MM-DD' }
  return { kind: reason === 'too-young' ? FieldTooSmall : FieldInvalid, message }
}

function parsePhone(text: string): string | Problem {
  const message = 'must be a phone number with its country code, such as +447700900123'
  return parsePhoneNumber(text) ?? { kind: FieldInvalid, message }
}

const KANA = /^[\p{Script=Katakana}ー・ ]+$/u

// NFKC converts half-width katakana and the wide space to their usual forms.
function parseKana(text: string): string | Problem {
  const wide = text.normalize('NFKC')
  return KANA.test(wide)
    ? parseName(wide)
    : { kind: FieldInvalid, message: 'must be written in katakana' }
}

type OccupationLimits = { readonly entriesMax: number; readonly charactersMax: number }

/** Blank occupations count as absent. */
export function parseOccupations(
  input: NonNullable<PersonalInput['occupations']>,
  { entriesMax, charactersMax }: OccupationLimits,
): Parsed<Occupation[]> {
  const field = 'occupations'
  const violations: Violation[] = []
  if (input.length > entriesMax) {
    const entries = entriesMax === 1 ? 'entry' : 'entries'
    violations.push({
      kind: FieldInvalid,
      field,
      message: `may have at most ${entriesMax} ${entries}`,
    })
  }
  const details = input.map(({ code, format = 'FREE_FORM' }, index) => {
    if (format !== 'FREE_FORM')
      violations.push({
        kind: FieldNotAllowed,
        field: `${field}.${index}.format`,
        message: 'must be FREE_FORM',
        value: format,
      })
    const parsed = lineUpTo(charactersMax)(code.trim())
    if (typeof parsed !== 'string') violations.push({ ...parsed, field: `${field}.${index}.code` })
    return { code: code.trim(), format: 'FREE_FORM' as const }
  })
  return { details: details.filter(({ code }) => code !== ''), violations }
}

type OccupationSource = Pick<PersonalInput, 'occupation' | 'occupations'>

/** Whether one of the two fields contains an occupation. */
export function hasOccupation({ occupation, occupations }: OccupationSource): boolean {
  return Boolean(occupation?.trim() || occupations?.some(({ code }) => code.trim() !== ''))
}

/** The violation of `field` when the country requires an occupation and no source contains one (B 2.4). */
export function occupationMissing(
  field: 'occupation' | 'occupations',
  country: string | undefined,
  sources: readonly OccupationSource[],
): Violation[] {
  if (country === undefined || !OCCUPATION_COUNTRIES.includes(country)) return []
  if (sources.some(hasOccupation)) return []
  return [{ kind: FieldMissing, field, message: `is required of people who live in ${country}` }]
}

/**
 * Two profiles with the same key are of the same person (D35). The key contains names and birth date, without case,
 * accents, spaces and punctuation. Null for a business.
 */
export function identityKeyOf({ type, details }: Details): string | null {
  if (type === 'BUSINESS') return null
  const { firstName, lastName, dateOfBirth } = details
  return [plainName(firstName), plainName(lastName), dateOfBirth].join('|')
}

/** Whether `names` are the names of the person, compared as in `identityKeyOf`. A name that is absent is not compared. */
export function hasNames(
  { firstName, lastName }: Pick<PersonalDetails, 'firstName' | 'lastName'>,
  names: { readonly firstName?: string | undefined; readonly lastName?: string | undefined },
): boolean {
  // A stored name is cut to NAME_CHARACTERS_MAX, so the other name is cut before the comparison.
  const isSame = (stored: string, name: string | undefined) =>
    name === undefined || plainName(stored) === plainName(cutName(name))
  return isSame(firstName, names.firstName) && isSame(lastName, names.lastName)
}

// The accents of Latin, Greek and Cyrillic letters. Other combining marks are part of a name, such as the vowels of
// Devanagari and the voicing marks of katakana: without them, different names would be equal.
const ACCENTS = /[\u0300-\u036f]/g

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase()
}
