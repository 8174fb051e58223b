import isoCountries from 'i18n-iso-countries'
import { type Currency, supportsDecimals } from '../../kernel/money.ts'
import { catalogue } from './catalogue/index.ts'

export type CurrencyFacts = {
  readonly code: Currency
  readonly symbol: string
  readonly name: string
  /** What a person may type to find it: the codes and English names of its countries. */
  readonly countryKeywords: string[]
  readonly supportsDecimals: boolean
}

/** Every currency the service can show, by code. Facts 7. */
export const currencies: readonly CurrencyFacts[] = [...catalogue].map(
  ([code, { symbol, name, countries }]) => ({
    code,
    symbol,
    name,
    countryKeywords: countries.split(' ').flatMap(countryKeywords),
    supportsDecimals: supportsDecimals(code),
  }),
)

function countryKeywords(country: string): string[] {
  const names = isoCountries.getName(country, 'en', { select: 'all' }) ?? []
  return [country, isoCountries.alpha2ToAlpha3(country), ...names].filter(
    (word) => word !== undefined,
  )
}
