// Reads transfers newest first. The API lists transfers only in ascending order, after a given id, so a page is read as
// the matching transfers of the last ids. When too few of them match, a wider range of ids is read.

import type { Godwit, TransferSummary } from '@godwit/sdk'
import type { Filters } from './filters.ts'

/**
 * The number of transfers that one request lists at most, and the number of ids in the range of the first attempt. The API
 * lists up to 100; 50 rows are enough for two screens.
 */
export const LISTED_MAX = 50
/** If a page has fewer transfers, a wider range is read, because they would not fill a screen. */
const PAGE_ROWS_MIN = 20
/** A wider range has at most this many times as many ids as the one before: a choice of this project. */
const WIDENING_FACTOR = 4

type Row = { readonly id: number }
/** Lists at most `LISTED_MAX` matching rows whose ids are greater than `after`, ascending by id. */
export type ListAfter<T extends Row> = (after: number) => Promise<readonly T[]>
/** The ids from `oldestId` to `upTo`, both inclusive. `oldestId` is the id of the oldest transfer that matches. */
export type IdRange = { readonly oldestId: number; readonly upTo: number }
export type NewestPage<T extends Row> = {
  /** Newest first. */
  readonly rows: readonly T[]
  /** The range of the older rows; undefined on the last page. */
  readonly older: IdRange | undefined
}

export function listerOf(
  godwit: Godwit,
  profileId: number,
  filters: Filters,
): ListAfter<TransferSummary> {
  return (after) =>
    godwit.transfers.listTransferSummaries({
      path: { profileId },
      query: { ...filters, limit: LISTED_MAX, ...(after > 0 && { seekPosition: after }) },
    })
}

/** The greatest id of the transfers of a profile; 0 without transfers. */
export async function newestIdOf(godwit: Godwit, profileId: number): Promise<number> {
  const { activities } = await godwit.activities.listActivities({
    path: { profileId },
    query: { monetaryResourceType: 'TRANSFER', size: 1 },
  })
  return Number(activities[0]?.resource.id ?? 0)
}

/** The first page. */
export async function listNewest<T extends Row>(
  listAfter: ListAfter<T>,
  findNewestId: () => Promise<number>,
): Promise<NewestPage<T>> {
  const [oldest, newestId] = await Promise.all([listAfter(0), findNewestId()])
  const [first] = oldest
  if (first === undefined || oldest.length < LISTED_MAX)
    return { rows: oldest.toReversed(), older: undefined }
  return listUpTo(listAfter, { oldestId: first.id, upTo: newestId })
}

/** The page with the newest rows of a range. */
export async function listUpTo<T extends Row>(
  listAfter: ListAfter<T>,
  { oldestId, upTo }: IdRange,
): Promise<NewestPage<T>> {
  const readLast = async (idCount: number) => {
    const after = Math.max(oldestId - 1, upTo - idCount)
    const rows = (await listAfter(after)).filter(({ id }) => id <= upTo).toReversed()
    const older = after >= oldestId ? { oldestId, upTo: after } : undefined
    // A full list may have left out newer rows, unless the range has no more ids than the list has rows.
    return { page: { rows, older }, isComplete: rows.length < LISTED_MAX || idCount <= LISTED_MAX }
  }
  /** The largest range so far, in ids, whose rows fitted into one list. */
  let completeCount = 0
  /** The page of these rows. */
  let completePage: NewestPage<T> | undefined
  /** The smallest range so far, in ids, whose rows did not fit. */
  let tooManyIds = Number.POSITIVE_INFINITY
  for (let idCount = LISTED_MAX; ; ) {
    const { page, isComplete } = await readLast(idCount)
    if (isComplete) {
      if (page.rows.length >= PAGE_ROWS_MIN || page.older === undefined) return page
      completeCount = idCount
      completePage = page
    } else {
      if (completePage?.rows.length) return completePage
      tooManyIds = idCount
    }
    idCount = Math.min(idCount * WIDENING_FACTOR, Math.ceil((completeCount + tooManyIds) / 2))
  }
}
