// Which names and values of the interface a dialect may replace (D89). The names of fields and the values of
// enumerations follow from their schemas. Texts that contain such names are declared here. Only the HTTP layer
// translates (src/app/http/dialect), so all other code, and everything that is stored, hashed or logged, has the neutral
// words.

import Type, { type Static, type TSchema } from 'typebox'

/** The options of a dialect, each with its two forms. The module whose replies have both forms declares the option. */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface DialectOptions {}
export type DialectOption = keyof DialectOptions

/**
 * Text made of identifiers of the interface, such as `ca_network` or `details/caNetworkAccount`, which no
 * enumeration lists. `known` are all identifiers that the text may contain.
 */
export function identifiers<S extends TSchema>(known: readonly string[], schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, identifiers: known })
}

/** A value that has another form in a dialect with this option. */
export function inForm<S extends TSchema>(option: DialectOption, schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, dialectOption: option })
}

/** Text that is a webhook message, whose event type determines its schema. */
export function eventMessage<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>({ ...schema, eventMessage: true })
}

/** The keywords that the functions above add to schemas. The published description does not show them. */
export const dialectKeywords = ['identifiers', 'dialectOption', 'eventMessage'] as const
