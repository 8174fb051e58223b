// The neutral words that a dialect may replace, and the forms of its options.

import type { DialectOption, DialectOptions } from '../../../kernel/dialect.ts'

/** The words that stand for the names of a particular service (the conventions of part A of the specification). */
export const neutralWords = [
  'provider',
  'PROVIDER',
  'providerInformation',
  'transferProviderAddress',
  'ca_network',
  'CA_NETWORK',
  'CaNetwork',
  'caNetworkAccount',
  'CARD_NETWORK_A',
  'CARD_NETWORK_B',
  'card_network_a',
  'card_network_b',
] as const
export type NeutralWord = (typeof neutralWords)[number]

/** The forms of each option. The first form is in the specification, the second was recorded from a service. */
export const dialectOptions: DialectOptions = {
  v2ProfileType: ['lower', 'upper'],
  cardStatus: ['text', 'object'],
}

export const optionNames = Object.keys(dialectOptions) as DialectOption[]
