// The rules of directors and owners (B 2.3, D45). Each fault has the path of its field or item in the array that was
// sent, and a refusal has all faults together.

import isoCountries from 'i18n-iso-countries'
import { type AgeYears, birthDateFault } from '../kernel/birth-date.ts'
import { decimal } from '../kernel/decimal.ts'
import type { Fault } from '../kernel/refusal.ts'
import { isPlainText } from '../kernel/wire.ts'
import { OFFICERS_MAX, OfficerNotValid, OwnershipExceeded, TooManyOfficers } from './errors.ts'

/** D45. */
export const NAME_CHARACTERS_MAX = 100
// Choices of this project: the specification limits neither text, and real addresses are shorter.
export const ADDRESS_LINE_CHARACTERS_MAX = 255
export const POST_CODE_CHARACTERS_MAX = 32
/** D45. */
export const ageYears: AgeYears = { min: 16, max: 120 }
/** D45. */
const PERCENTAGE_DECIMALS_MAX = 2
/** 100 per cent in hundredths of a per cent. */
const WHOLE_HUNDREDTHS = 10_000n

export type Director = {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  /** ISO 3166-1 alpha-3, lower case once it is checked. */
  readonly countryOfResidenceIso3Code: string
}

export type Owner = {
  readonly name: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  /** ISO 3166-1 alpha-3, lower case once it is checked. */
  readonly countryOfResidenceIso3Code: string
  readonly addressFirstLine: string
  readonly postCode: string | null
  /** Decimal text; null when it was not sent. */
  readonly ownershipPercentage: string | null
}

/** `officers` are the officers of the request, in the spelling that is stored; valid only when there are no `faults`. */
export type ParsedOfficers<T> = {
  readonly officers: readonly T[]
  readonly faults: readonly Fault[]
}

/** Returns the fault of a text as the end of a sentence that begins with the name of its field; undefined for a valid text. */
type Rule = (text: string, today: Temporal.PlainDate) => string | undefined
type Rules<T> = { readonly [K in keyof T]?: Rule }

const directorRules: Rules<Director> = {
  firstName: lineUpTo(NAME_CHARACTERS_MAX),
  lastName: lineUpTo(NAME_CHARACTERS_MAX),
  dateOfBirth: dateOfBirthFault,
  countryOfResidenceIso3Code: countryFault,
}

const ownerRules: Rules<Owner> = {
  name: lineUpTo(NAME_CHARACTERS_MAX),
  dateOfBirth: dateOfBirthFault,
  countryOfResidenceIso3Code: countryFault,
  addressFirstLine: lineUpTo(ADDRESS_LINE_CHARACTERS_MAX),
  postCode: lineUpTo(POST_CODE_CHARACTERS_MAX),
  ownershipPercentage: percentageFault,
}

/** `stored` are the directors that stay in the list, which count towards the limit. */
export function parseDirectors(
  sent: readonly Director[],
  stored: readonly Director[],
  today: Temporal.PlainDate,
): ParsedOfficers<Director> {
  const faults = sent.flatMap((director, index) => faultsOf(directorRules, director, index, today))
  const officers = sent.map((director) => ({ ...director, ...canonicalOf(director) }))
  return { officers, faults: [...faults, ...limitFaults(sent, stored)] }
}

/** `stored` are the owners that stay in the list, which count towards the limit and the sum of percentages. */
export function parseOwners(
  sent: readonly Owner[],
  stored: readonly Owner[],
  today: Temporal.PlainDate,
): ParsedOfficers<Owner> {
  const faults = sent.flatMap((owner, index) => faultsOf(ownerRules, owner, index, today))
  const officers = sent.map((owner) => ({ ...owner, ...canonicalOf(owner) }))
  // The sum is checked only when every percentage is valid.
  const arePercentagesValid = !faults.some(({ path }) => path?.endsWith('.ownershipPercentage'))
  const sumFaults = arePercentagesValid ? sumFaultsOf(sent, stored) : []
  return { officers, faults: [...faults, ...limitFaults(sent, stored), ...sumFaults] }
}

function faultsOf<T extends Director | Owner>(
  rules: Rules<T>,
  officer: T,
  index: number,
  today: Temporal.PlainDate,
): Fault[] {
  return (Object.entries(rules) as [keyof T & string, Rule][]).flatMap(([field, rule]) => {
    const value = officer[field] as string | null
    const message = value === null ? undefined : rule(value.trim(), today)
    if (message === undefined) return []
    const path = `${index}.${field}`
    return [{ kind: OfficerNotValid, path, message: `${field} ${message}`, arguments: [field] }]
  })
}

/** The stored spelling: without leading and trailing whitespace, and country codes in lower case. */
function canonicalOf(officer: Director | Owner): object {
  const trimmed = Object.entries(officer).map(([field, value]) => [field, value?.trim() ?? null])
  const countryOfResidenceIso3Code = officer.countryOfResidenceIso3Code.trim().toLowerCase()
  return { ...Object.fromEntries(trimmed), countryOfResidenceIso3Code }
}

function lineUpTo(charactersMax: number): Rule {
  return (text) => {
    if (text === '') return `must be filled in: send 1 to ${charactersMax} characters`
    if (!isPlainText(text)) return 'must be one line of text'
    return [...text].length > charactersMax
      ? `may have at most ${charactersMax} characters`
      : undefined
  }
}

function dateOfBirthFault(text: string, today: Temporal.PlainDate): string | undefined {
  return birthDateFault(text, today, ageYears)?.message
}

function countryFault(text: string): string | undefined {
  const isKnown = text.length === 3 && isoCountries.alpha3ToAlpha2(text.toUpperCase()) !== undefined
  return isKnown ? undefined : 'must be an ISO 3166-1 alpha-3 country code, such as gbr'
}

function percentageFault(text: string): string | undefined {
  const { digits, scale } = decimal(text)
  if (scale > PERCENTAGE_DECIMALS_MAX)
    return `may have at most ${PERCENTAGE_DECIMALS_MAX} decimal places`
  const hundredths = hundredthsOf(text)
  return digits > 0n && hundredths <= WHOLE_HUNDREDTHS
    ? undefined
    : 'must be more than 0 and at most 100'
}

/** A percentage with at most two decimal places, in hundredths of a per cent. */
function hundredthsOf(text: string): bigint {
  const { digits, scale } = decimal(text)
  return digits * 10n ** BigInt(PERCENTAGE_DECIMALS_MAX - scale)
}

/** A fault at the first officer beyond `OFFICERS_MAX`, stored officers included. */
function limitFaults(sent: readonly unknown[], stored: readonly unknown[]): Fault[] {
  if (stored.length + sent.length <= OFFICERS_MAX) return []
  return [
    {
      kind: TooManyOfficers,
      path: String(OFFICERS_MAX - stored.length),
      arguments: [OFFICERS_MAX],
    },
  ]
}

/** A fault at the first owner whose percentage raises the sum above 100 per cent. */
function sumFaultsOf(sent: readonly Owner[], stored: readonly Owner[]): Fault[] {
  let sum = 0n
  for (const { ownershipPercentage } of stored) sum += hundredthsOf(ownershipPercentage ?? '0')
  for (const [index, { ownershipPercentage }] of sent.entries()) {
    sum += hundredthsOf(ownershipPercentage ?? '0')
    if (sum > WHOLE_HUNDREDTHS && ownershipPercentage !== null) {
      const path = `${index}.ownershipPercentage`
      return [{ kind: OwnershipExceeded, path, arguments: [ownershipPercentage] }]
    }
  }
  return []
}
