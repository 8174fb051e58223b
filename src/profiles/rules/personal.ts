// The rules of a person's details (Spec B 2.1, 4.1).

import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { readDay } from '../../kernel/wire.ts'
import { Invalid, Missing, NotAllowed, TooSmall } from '../errors.ts'
import type { Details, Occupation, PersonalDetails } from './details.ts'
import {
  type About,
  always,
  type FieldRule,
  type Given,
  type Reading,
  readFields,
  readWebAddress,
  textUpTo,
  type Violation,
  type Wrong,
} from './parse-fields.ts'

/** Spec B 2.1: longer names are cut to this length, not refused. */
export const NAME_CHARACTERS_MAX = 30
const AGE_YEARS_MIN = 18
const AGE_YEARS_MAX = 120
const OCCUPATION_CHARACTERS_MAX = 200
const OCCUPATIONS_MAX = 1

/** Spec B 2.4: where a person must name an occupation. */
const OCCUPATION_COUNTRIES: readonly string[] = ['US', 'CA', 'JP']

type Field = Exclude<keyof PersonalDetails, 'occupations'>
export type GivenPersonal = Given<Field> & {
  readonly occupations?: readonly { code: string; format?: string | undefined }[] | undefined
}

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  firstName: { required: always, read: cutName },
  lastName: { required: always, read: cutName },
  dateOfBirth: { required: always, read: readBirthDate },
  phoneNumber: { required: always, read: readPhoneNumber },
  firstNameInKana: { read: readKana },
  lastNameInKana: { read: readKana },
  avatar: { read: readWebAddress },
  occupation: { read: textUpTo(OCCUPATION_CHARACTERS_MAX) },
}

/** `about.country` is where the person lives, when that is known. */
export function readPersonal(given: GivenPersonal, about: About): Reading<PersonalDetails> {
  const { details, violations } = readFields(rules, given, about)
  const occupations = readOccupations(given.occupations ?? [])
  return {
    details: {
      firstName: '',
      lastName: '',
      dateOfBirth: '',
      phoneNumber: '',
      ...details,
      ...(occupations.details.length > 0 && { occupations: occupations.details }),
    },
    violations: [...violations, ...occupations.violations, ...occupationMissing(given, about)],
  }
}

const readName = textUpTo(NAME_CHARACTERS_MAX)

function cutName(text: string): string | Wrong {
  return readName([...text].slice(0, NAME_CHARACTERS_MAX).join('').trimEnd())
}

function readBirthDate(text: string, { today }: About): string | Wrong {
  const date = readDay(text)
  if (date === undefined) return { kind: Invalid, message: 'Unparseable date: write YYYY-MM-DD' }
  if (Temporal.PlainDate.compare(date, today) > 0)
    return { kind: Invalid, message: 'must be a date in the past' }
  const { years } = date.until(today, { largestUnit: 'years' })
  if (years < AGE_YEARS_MIN)
    return { kind: TooSmall, message: `must be at least ${AGE_YEARS_MIN} years ago` }
  if (years > AGE_YEARS_MAX)
    return { kind: Invalid, message: `must be at most ${AGE_YEARS_MAX} years ago` }
  return text
}

// Its length and country must be possible; whether the range is in use changes from month to month,
// and the numbers reserved for tests never are.
function readPhoneNumber(text: string): string | Wrong {
  const number = parsePhoneNumberFromString(text)
  if (number === undefined || !number.isPossible() || number.ext !== undefined)
    return { kind: Invalid, message: 'must be a phone number with its country code: +447700900123' }
  return number.number
}

const KANA = /^[\p{Script=Katakana}ー・ ]+$/u

// NFKC turns half-width katakana and the wide blank into their usual forms.
function readKana(text: string): string | Wrong {
  const wide = text.normalize('NFKC')
  return KANA.test(wide) ? cutName(wide) : { kind: Invalid, message: 'must be written in katakana' }
}

function readOccupations(given: NonNullable<GivenPersonal['occupations']>): Reading<Occupation[]> {
  const field = 'occupations'
  const violations: Violation[] = []
  if (given.length > OCCUPATIONS_MAX)
    violations.push({ kind: Invalid, field, message: `may hold at most ${OCCUPATIONS_MAX}` })
  const details = given.map(({ code, format = 'FREE_FORM' }, at) => {
    if (format !== 'FREE_FORM')
      violations.push({
        kind: NotAllowed,
        field: `${field}.${at}.format`,
        message: 'must be FREE_FORM',
        given: format,
      })
    const read = textUpTo(OCCUPATION_CHARACTERS_MAX)(code.trim())
    if (typeof read !== 'string') violations.push({ ...read, field: `${field}.${at}.code` })
    return { code: code.trim(), format: 'FREE_FORM' as const }
  })
  return { details: details.filter(({ code }) => code !== ''), violations }
}

export function needsOccupation(country: string): boolean {
  return OCCUPATION_COUNTRIES.includes(country)
}

/** Whether it names an occupation, in either of the two fields. */
export function hasOccupation({
  occupation,
  occupations,
}: Pick<GivenPersonal, 'occupation' | 'occupations'>): boolean {
  return Boolean(occupation?.trim() || occupations?.some(({ code }) => code.trim() !== ''))
}

function occupationMissing(given: GivenPersonal, { country, occupations }: About): Violation[] {
  if (country === undefined || !needsOccupation(country)) return []
  if (hasOccupation(given) || hasOccupation({ occupations })) return []
  const message = `occupation must be given by people who live in ${country}`
  return [{ kind: Missing, field: 'occupation', message }]
}

/**
 * Equal for two people who are the same as far as names and birth date tell (D35): case, accents,
 * blanks and punctuation do not count. Null for a business.
 */
export function identityKeyOf({ type, details }: Details): string | null {
  if (type === 'BUSINESS') return null
  const { firstName, lastName, dateOfBirth } = details
  return [plainName(firstName), plainName(lastName), dateOfBirth].join('|')
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
