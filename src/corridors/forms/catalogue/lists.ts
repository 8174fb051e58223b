// The long lists of the forms. Each list is built on first use.

import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { lazy } from '../../../kernel/lazy.ts'
import demonyms from '../../data/forms-demonyms.json' with { type: 'json' }
import languageRows from '../../data/forms-languages.json' with { type: 'json' }
import russianRegionRows from '../../data/forms-russian-regions.json' with { type: 'json' }
import type { Choice } from '../wire.ts'

type Rows = readonly (readonly string[])[]

/** `[code, name]` rows as choices. */
export function fromRows(rows: Rows): () => readonly Choice[] {
  return lazy(() => rows.map(([key = '', name = '']) => ({ key, name })))
}

/** `fromRows` with the code after the name: `Citibank [017]`. */
export function fromRowsWithCode(rows: Rows): () => readonly Choice[] {
  return lazy(() => rows.map(([key = '', name = '']) => ({ key, name: `${name} [${key}]` })))
}

/** Compares by UTF-16 code units, the order of the lists in Facts 10.5, where Åland comes after Zimbabwe. */
export function byName(a: Choice, b: Choice): number {
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}

// Countries of ISO 3166-1 that the list of 230 countries in Facts 10.5 does not contain.
const NOT_OFFERED = new Set(
  'AF BI BY CD CF CG CU ER IQ IR KP LY MM RU SD SO SS SY TD VE YE'.split(' '),
)

// The names in Facts 10.5 where they differ from the library's first name.
const FORM_NAMES: Readonly<Record<string, string>> = {
  AN: 'Netherlands Antilles',
  BQ: 'Bonaire',
  CI: "Côte d'Ivoire",
  CN: 'China',
  FK: 'Falkland Islands',
  GM: 'Gambia',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'Macedonia, Former Yugoslav Republic of',
  PN: 'Pitcairn Islands',
  PS: 'Palestine',
  RE: 'Réunion',
  SZ: 'Swaziland',
  TR: 'Turkey',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'United States Virgin Islands',
}

function countryName(code: string, names: string | readonly string[]): string {
  return FORM_NAMES[code] ?? (typeof names === 'string' ? names : (names[0] ?? code))
}

/**
 * Where a recipient may live: alpha-2 codes with English names, in the order of the names. The library lacks the Netherlands
 * Antilles, whose name is in `FORM_NAMES`.
 */
export const countries = lazy((): readonly Choice[] =>
  [...Object.entries<string | readonly string[]>(english.countries), ['AN', ''] as const]
    .filter(([code]) => !NOT_OFFERED.has(code))
    .map(([key, names]) => ({ key, name: countryName(key, names) }))
    .sort(byName),
)

// Not in ISO 3166-1: the Netherlands Antilles were removed, Kosovo was never in it.
const ALPHA3_OUTSIDE_ISO: Readonly<Record<string, string>> = { AN: 'ant', XK: 'xkx' }

/** Nationalities: alpha-3 codes in lower case with English demonyms. */
export const nationalities = lazy((): readonly Choice[] => {
  const alpha3 = new Map(isoCodes.map(([alpha2 = '', code = '']) => [alpha2, code.toLowerCase()]))
  return Object.entries(demonyms).map(([alpha2, name]) => ({
    key: ALPHA3_OUTSIDE_ISO[alpha2] ?? alpha3.get(alpha2) ?? alpha2.toLowerCase(),
    name,
  }))
})

export const languages = fromRows(languageRows)

export const russianRegions = fromRows(russianRegionRows)
