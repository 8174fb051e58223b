// The rules of an address (Spec B 2.4, 4.1; Facts 8.3).

import isoCountries from 'i18n-iso-countries'
import { statesOf } from '../../corridors/index.ts'
import { Invalid, NotAllowed } from '../errors.ts'
import type { AddressDetails } from './details.ts'
import {
  type About,
  always,
  type FieldRule,
  type Given,
  type Reading,
  readFields,
  textUpTo,
  type Wrong,
} from './parse-fields.ts'

const LINE_CHARACTERS_MAX = 255
const CITY_CHARACTERS_MAX = 100
const POST_CODE_CHARACTERS_MAX = 32

type Field = Exclude<keyof AddressDetails, 'occupations'>
export type GivenAddress = Given<Field>

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  country: { required: always, read: readCountry },
  firstLine: { required: always, read: textUpTo(LINE_CHARACTERS_MAX) },
  city: { required: always, read: textUpTo(CITY_CHARACTERS_MAX) },
  postCode: { read: textUpTo(POST_CODE_CHARACTERS_MAX) },
  state: { required: (given) => statesAt(given) !== undefined, read: readState },
}

/** `given.country` is alpha-2 or alpha-3, in either case; alpha-2 is kept. */
export function readAddress(given: GivenAddress, about: About): Reading<AddressDetails> {
  const { details, violations } = readFields(rules, given, about)
  return { details: { country: '', firstLine: '', city: '', ...details }, violations }
}

/** Alpha-2 of an alpha-2 or alpha-3 code in either case; undefined for no country's code. */
export function alpha2(code: string): string | undefined {
  const upper = code.trim().toUpperCase()
  if (upper.length === 2 && isoCountries.isValid(upper)) return upper
  return upper.length === 3 ? isoCountries.alpha3ToAlpha2(upper) : undefined
}

/** Lower case, as addresses show it. */
export function alpha3(country: string): string {
  return isoCountries.alpha2ToAlpha3(country)?.toLowerCase() ?? ''
}

function readCountry(text: string): string | Wrong {
  return alpha2(text) ?? { kind: Invalid, message: 'must be an ISO 3166-1 country code' }
}

// Spec B 2.4: United States, Canada, Australia and Brazil, the countries that have a list of states.
function statesAt({ country }: GivenAddress) {
  return statesOf(alpha2(country ?? '') ?? '')
}

const STATE_CHARACTERS_MAX = 32

function readState(text: string, _: About, given: GivenAddress): string | Wrong {
  const states = statesAt(given)
  if (states === undefined) return textUpTo(STATE_CHARACTERS_MAX)(text)
  const code = text.toUpperCase()
  if (states.some(({ key }) => key === code)) return code
  return { kind: NotAllowed, message: `must be one of: ${states.map(({ key }) => key).join(', ')}` }
}
