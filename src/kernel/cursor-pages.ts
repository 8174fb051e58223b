// Lists in pages by cursor, newest first: a cursor is the id below which the next page begins.

import Type from 'typebox'
import { ID_MAX, parseId } from './ids.ts'
import { type ErrorKind, refuse } from './refusal.ts'
import { nullable } from './wire.ts'

/**
 * In characters. Longer than an id, so that the error of the operation, and not its schema, refuses a wrong cursor of up to
 * this length.
 */
const CURSOR_LENGTH_MAX = 40

/** The field `size` of a query. `items` names what is listed, such as `payments`. */
export function sizeField(
  items: string,
  sizes: { readonly max: number; readonly default: number },
) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: sizes.max,
      description: `Maximum number of ${items}; default ${sizes.default}`,
    }),
  )
}

/** The field `nextCursor` of a query. */
export const nextCursorField = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: CURSOR_LENGTH_MAX,
    description: 'The cursor of the previous page',
    examples: ['4711'],
  }),
)

/** The field `cursor` of a page. */
export const cursorOut = nullable(
  Type.String({ description: 'The cursor of the next page; null on the last page' }),
)

/** Declares the error for a text that cannot be a cursor. */
export function cursorInvalid(code: string): ErrorKind {
  return {
    code,
    status: 400,
    message: 'Send the cursor of the previous page. Leave nextCursor out for the first page.',
    path: 'nextCursor',
  }
}

/**
 * The id below which the page begins; `idMax` for the first page. Text that is not an id up to `idMax` is refused with
 * `invalid`.
 */
export function readCursor(
  nextCursor: string | undefined,
  invalid: ErrorKind,
  idMax = ID_MAX,
): number {
  if (nextCursor === undefined) return idMax
  const id = parseId(nextCursor)
  return id === undefined || id > idMax ? refuse(invalid, { arguments: [nextCursor] }) : id
}

/** Makes a page of `rows`, which has one row more than `size` when another page follows. */
export function cutPage<T>(
  rows: readonly T[],
  size: number,
  idOf: (row: T) => number,
): { readonly cursor: string | null; readonly shown: readonly T[] } {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { cursor: last === undefined ? null : String(idOf(last)), shown }
}
