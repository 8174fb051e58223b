// Which words of the interface another service may have in their place (D89). Names of fields and values
// of enumerations are declared by their schemas anyway; text that holds an identifier of the interface is
// marked here. The application translates at the edge, by these declarations alone: everything behind it,
// and everything that is stored, hashed or logged, has the neutral words.

import Type, { type Static, type TSchema } from 'typebox'

/** The words that stand for a name of their own at a particular service (Spec A, conventions). */
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

/** The forms in which recorded services differ from the parts; the first of each is that of the parts. */
export const dialectOptions = {
  v2ProfileType: ['lower', 'upper'],
  cardStatus: ['text', 'object'],
} as const
export type DialectOption = keyof typeof dialectOptions

/**
 * Text made of identifiers of the interface, such as `ca_network` or `details/caNetworkAccount`, which no
 * enumeration lists. `known` are all identifiers that may stand here.
 */
export function identifiers<S extends TSchema>(known: readonly string[], schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, identifiers: known })
}

/** A value that a dialect's option shows in its recorded form. */
export function inForm<S extends TSchema>(option: DialectOption, schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, dialectOption: option })
}

/** Text that is a webhook message: its event says what is in it. */
export function eventMessage<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, eventMessage: true })
}

/** Keywords of ours, which the published description does not show. */
export const dialectKeywords = ['identifiers', 'dialectOption', 'eventMessage'] as const
