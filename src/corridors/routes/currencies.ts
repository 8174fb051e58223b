// Looks up currencies of the catalogue: names, symbols, search terms and main countries.

import isoCountries from 'i18n-iso-countries'
import { type Currency, supportsDecimals } from '../../kernel/money.ts'
import { catalogue, entryOf } from './catalogue/index.ts'

const COUNTRY_CODE_LENGTH = 2

type CurrencyFacts = {
  readonly code: Currency
  readonly symbol: string
  readonly name: string
  /** Search terms for the currency: the codes and English names of its countries. */
  readonly countryKeywords: string[]
  readonly supportsDecimals: boolean
}

/** Every currency of the catalogue, in alphabetical order of the codes (Facts 7). */
export const currencies: readonly CurrencyFacts[] = [...catalogue].map(
  ([code, { symbol, name, countries }]) => ({
    code,
    symbol,
    name,
    countryKeywords: countries.split(' ').flatMap(countryKeywords),
    supportsDecimals: supportsDecimals(code),
  }),
)

/** Whether the currency is in the catalogue, which includes some currencies that nothing can be sent from or to. */
export function isCurrency(code: string): boolean {
  return catalogue.has(code)
}

/** The English name of a currency. Throws when the currency is not in the catalogue. */
export function currencyName(currency: Currency): string {
  return entryOf(currency).name
}

/** The main country of a currency, ISO 3166-1 alpha-2. Throws when the currency is not in the catalogue. */
export function countryOf(currency: Currency): string {
  return entryOf(currency).countries.slice(0, COUNTRY_CODE_LENGTH)
}

function countryKeywords(country: string): string[] {
  const names = isoCountries.getName(country, 'en', { select: 'all' }) ?? []
  return [country, isoCountries.alpha2ToAlpha3(country), ...names].filter(
    (word) => word !== undefined,
  )
}
