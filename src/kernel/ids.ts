import Type from 'typebox'

declare const kind: unique symbol

/** A number that remembers what it identifies: a recipient id cannot stand where a quote id must. */
export type Id<K extends string> = number & { readonly [kind]: K }

/** Ids travel as JSON numbers, so they stay below 2^53. */
export const ID_MAX = Number.MAX_SAFE_INTEGER

/**
 * Ids ascend as times do, but for requests that were under way together: of two, the later one may
 * have the smaller id. More than this many are never under way together for one profile (gap 240).
 */
export const CONCURRENT_IDS_MAX = 300

/** An id in a reply. */
export function idOf<K extends string>(what: K, description = `${what} id`) {
  return Type.Unsafe<Id<K>>(Type.Integer({ minimum: 0, maximum: ID_MAX, description }))
}
