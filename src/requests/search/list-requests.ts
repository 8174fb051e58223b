// Lists the requests of a user that match a search.

import { readCursor } from '../../kernel/cursor-pages.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { CursorInvalid } from '../errors.ts'
import { bitsOf } from '../log/bloom-filter.ts'
import { PAGE_SIZE_DEFAULT, type RequestsQuery } from '../schemas.ts'
import { filterWordsOf, isMatch, jsonFilterOf } from './matches.ts'
import { type Conditions, readWords } from './read-words.ts'
import * as store from './store.ts'

// A page ends at these limits, so that it takes the same time however rare the matches are (gap 864). Such a page has a cursor,
// even with fewer matches than its size.
/** Batches of the log that one page passes. Of most batches the search reads only the Bloom filter. */
const PASSED_BATCHES_MAX = 50_000
/** Requests of the log that one page compares with the search. */
const EXAMINED_REQUESTS_MAX = 10_000

export type Page = {
  readonly rows: readonly store.RequestRow[]
  /** The next page begins below this id; undefined on the last page. */
  readonly next: number | undefined
}

export function listRequests(
  db: Reader,
  userId: Id<'user'>,
  { query = '', size = PAGE_SIZE_DEFAULT, nextCursor }: RequestsQuery,
): Promise<Page> {
  const beforeId = readCursor(nextCursor, CursorInvalid)
  return search(db, userId, readWords(query), { beforeId, size })
}

async function search(
  db: Reader,
  userId: Id<'user'>,
  conditions: Conditions,
  { beforeId, size }: { readonly beforeId: number; readonly size: number },
): Promise<Page> {
  const mayMatch = jsonFilterOf(conditions)
  const bits = filterWordsOf(userId, conditions).flatMap(bitsOf)
  const matches: store.RequestRow[] = []
  let examined = 0
  let next = beforeId
  for (let passed = 0; passed < PASSED_BATCHES_MAX; passed += store.BATCHES_MAX) {
    const batches = await store.listBatches(db, next, bits, conditions.since)
    for (const group of groupsOf(batches)) {
      const ids = group.map(({ id }) => id)
      const requests = await store.listRequests(db, userId, ids, { beforeId, mayMatch })
      matches.push(...requests.filter((request) => isMatch(request, conditions)))
      if (matches.length > size)
        return { rows: matches.slice(0, size), next: matches[size - 1]?.id }
      next = ids.at(-1) ?? next
      examined += countRequests(group)
      if (examined >= EXAMINED_REQUESTS_MAX) return { rows: matches, next }
    }
    const last = batches.at(-1)
    if (last === undefined || isEnd(last, conditions)) return { rows: matches, next: undefined }
    next = last.id
  }
  return { rows: matches, next }
}

/**
 * A process may write a batch this much later than another process writes requests of the same time, because it has to wait
 * for the database. So a batch may have later requests than the batches with greater ids. A choice of this project.
 */
const WRITE_DELAY_MAX = Temporal.Duration.from({ minutes: 5 })

/** Whether no batch with a smaller id can have a match. */
function isEnd({ passed, latestAt }: store.FoundBatch, { since }: Conditions): boolean {
  const hasPassedAll = passed < store.BATCHES_MAX
  return hasPassedAll || (since !== undefined && isAfter(since, latestAt.add(WRITE_DELAY_MAX)))
}

/** One statement reads the summaries of at most this many requests; a choice of this project. */
const READ_REQUESTS_MAX = 1000

/** The batches that may have matches, in groups that are read by one statement. */
function groupsOf(batches: readonly store.FoundBatch[]): store.FoundBatch[][] {
  const groups: store.FoundBatch[][] = []
  let group: store.FoundBatch[] = []
  for (const batch of batches.filter(({ isCandidate }) => isCandidate)) {
    if (group.length > 0 && countRequests(group) + batch.requests > READ_REQUESTS_MAX) group = []
    if (group.length === 0) groups.push(group)
    group.push(batch)
  }
  return groups
}

function countRequests(batches: readonly store.FoundBatch[]): number {
  return batches.reduce((total, { requests }) => total + requests, 0)
}
