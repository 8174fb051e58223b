// Pagination by page number (`pageNumber`, `pageSize`) for lists such as those of cards, and by offset for the lists of operators.

import Type from 'typebox'
import { ID_MAX } from './ids.ts'

// The sizes that the specification allows; the smallest is the default (C 4.1).
const PAGE_SIZE_MIN = 10
const PAGE_SIZE_MAX = 100

/** The query parameters of a list with pages by number. */
export const pageFields = {
  pageSize: Type.Integer({
    minimum: PAGE_SIZE_MIN,
    maximum: PAGE_SIZE_MAX,
    default: PAGE_SIZE_MIN,
    description: 'Maximum number of items on a page',
    examples: [10],
  }),
  pageNumber: Type.Integer({
    minimum: 1,
    // A list has no more pages than ids, and a greater number would not be exact.
    maximum: ID_MAX,
    default: 1,
    description: 'The number of the page; the first page is 1',
    examples: [1],
  }),
}

export type Page = { readonly pageSize: number; readonly pageNumber: number }

/** A page of a list that is read by skipping `offset` rows, for the short lists of operators. */
export type OffsetPage = { readonly offset: number; readonly size: number }

/**
 * A page of a list whose items are numbered from 1 to `totalCount` without gaps: a range of numbers, so that the last
 * page costs no more than the first.
 */
export async function readPage<T>(
  totalCount: number,
  { pageSize, pageNumber }: Page,
  listBetween: (first: number, last: number) => Promise<T[]>,
): Promise<T[]> {
  const first = (pageNumber - 1) * pageSize + 1
  return first > totalCount ? [] : listBetween(first, first + pageSize - 1)
}
