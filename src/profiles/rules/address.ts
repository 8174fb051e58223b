// The rules of an address (B 2.4, B 4.1; Facts 8.3).

import isoCountries from 'i18n-iso-countries'
import { stateCodesOf } from '../../corridors/index.ts'
import { FieldInvalid, FieldNotAllowed } from '../errors.ts'
import type { AddressDetails } from './details.ts'
import {
  always,
  type FieldRule,
  type Input,
  lineUpTo,
  type Parsed,
  type Problem,
  parseFields,
  type RuleContext,
} from './parse-fields.ts'

// Choices of this project: the specification limits no field of an address.
const LINE_CHARACTERS_MAX = 255
const CITY_CHARACTERS_MAX = 100
const POST_CODE_CHARACTERS_MAX = 32
const STATE_CHARACTERS_MAX = 32

/** The limits of the occupations in an address; a choice of this project (gap 425). */
export const ADDRESS_OCCUPATIONS = { entriesMax: 5, charactersMax: 255 }

type Field = Exclude<keyof AddressDetails, 'occupations'>
export type AddressInput = Input<Field>

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  country: { required: always, parse: parseCountry },
  firstLine: { required: always, parse: lineUpTo(LINE_CHARACTERS_MAX) },
  city: { required: always, parse: lineUpTo(CITY_CHARACTERS_MAX) },
  postCode: { parse: lineUpTo(POST_CODE_CHARACTERS_MAX) },
  state: { required: (input) => stateCodesAt(input) !== undefined, parse: parseState },
}

/** `input.country` is alpha-2 or alpha-3 in either case; alpha-2 is stored. */
export function parseAddress(input: AddressInput, context: RuleContext): Parsed<AddressDetails> {
  const { details, violations } = parseFields(rules, input, context)
  return { details: { country: '', firstLine: '', city: '', ...details }, violations }
}

/** The alpha-2 code for an alpha-2 or alpha-3 code in either case; undefined for an unknown code. */
export function alpha2(code: string): string | undefined {
  const upper = code.trim().toUpperCase()
  if (upper.length === 2 && isoCountries.isValid(upper)) return upper
  return upper.length === 3 ? isoCountries.alpha3ToAlpha2(upper) : undefined
}

/** The alpha-3 code for an alpha-2 code, in lower case as in replies; empty for an unknown code. */
export function alpha3(country: string): string {
  return isoCountries.alpha2ToAlpha3(country)?.toLowerCase() ?? ''
}

function parseCountry(text: string): string | Problem {
  return alpha2(text) ?? { kind: FieldInvalid, message: 'must be an ISO 3166-1 country code' }
}

// B 2.4: only the United States, Canada, Australia and Brazil have a list of states.
function stateCodesAt({ country }: AddressInput) {
  return stateCodesOf(alpha2(country ?? '') ?? '')
}

function parseState(text: string, _: RuleContext, input: AddressInput): string | Problem {
  const codes = stateCodesAt(input)
  if (codes === undefined) return lineUpTo(STATE_CHARACTERS_MAX)(text)
  const code = text.toUpperCase()
  return codes.includes(code)
    ? code
    : { kind: FieldNotAllowed, message: `must be one of: ${codes.join(', ')}` }
}
