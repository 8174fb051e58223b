// Ids as types and schemas.

import Type from 'typebox'

declare const kind: unique symbol

/** A number with the kind of resource that it identifies: TypeScript rejects a recipient id where a quote id is expected. */
export type Id<K extends string> = number & { readonly [kind]: K }

/** Ids travel as JSON numbers, so they stay below 2^53. */
export const ID_MAX = Number.MAX_SAFE_INTEGER

const ID_TEXT = /^\d{1,16}$/

/** Reads an id from its text. Undefined for any other text. */
export function parseId(text: string): number | undefined {
  return ID_TEXT.test(text) && Number(text) <= ID_MAX ? Number(text) : undefined
}

/** How many ids a cell has (D128, `cells.ts`). The ids of cell n begin after n × `IDS_PER_CELL`. */
const IDS_PER_CELL = 10 ** 12

/** The cell that has generated an id. An installation without cells is cell 0. */
export function cellOf(id: number): number {
  return Math.floor(id / IDS_PER_CELL)
}

/** The number after which the ids of a cell begin. */
export function lastIdBefore(cell: number): number {
  return cell * IDS_PER_CELL
}

/**
 * Ids ascend with time, except among concurrent requests, where the later one may have the smaller id. Lists by time
 * assume that one profile never has more concurrent requests than `CONCURRENT_IDS_MAX` (gap 240).
 */
export const CONCURRENT_IDS_MAX = 300

/** The default description of an id: `The id of the signing key` for `signing-key`. */
export function idDescription(resource: string): string {
  return `The id of the ${resource.replaceAll('-', ' ')}`
}

const KIND = Symbol('kind of resource')

/** The part of an id's schema that has the kind of the resource. It is not printed, because JSON has no symbols. */
export function kindProperty(resource: string): object {
  return { [KIND]: resource }
}

/** The kind of the resource that the schema of an id names; undefined for any other schema. */
export function kindOfId(schema: object): string | undefined {
  return (schema as { readonly [KIND]?: string })[KIND]
}

/** An id in a reply. */
export function idOut<K extends string>(resource: K, description = idDescription(resource)) {
  const options = { minimum: 0, maximum: ID_MAX, description, ...kindProperty(resource) }
  return Type.Unsafe<Id<K>>(Type.Integer(options))
}
