// Collects requests for one row of `request_log`, and reads such a row.

import type { Id } from '../../kernel/ids.ts'
import type { RequestDetails, RequestSummary } from '../model.ts'
import { ERROR_STATUS_MIN } from './answered-request.ts'
import { filterOf, hashOf } from './bloom-filter.ts'
import { type Lines, newLines, readLines } from './lines.ts'
import type { LogRow } from './log-row.ts'

/** The columns of a row of `request_log`. */
export type BatchColumns = {
  /** The user of each request; null for a request without a user. */
  readonly userIds: readonly (number | null)[]
  /** Compressed lines: for each request its `RequestSummary` as JSON. */
  readonly summaryLines: Buffer
  /** Compressed lines: for each request the lines of `appendDetails`. */
  readonly detailLines: Buffer
  /** The Bloom filter of the words of all requests that have a user. */
  readonly words: Buffer
  /** When the latest request was answered, in milliseconds since 1970. */
  readonly latestMs: number
}

type Batch = {
  /** How many requests were added. */
  readonly size: number
  /** How many bytes these requests have before compression. */
  readonly bytes: number
  /** When `add` throws, the batch may have a part of the request and must be cleared. */
  add(row: LogRow): void
  columns(): BatchColumns
  clear(): void
}

/**
 * Writes each request as text at once: if requests were kept until the batch is written, every garbage collection would copy
 * them.
 */
export function newBatch(): Batch {
  const summaries = newLines()
  const details = newLines()
  let userIds: (number | null)[] = []
  // Hashes and not words, because a `Set` of texts interns each text, which takes longer than hashing it.
  let hashes = new Set<number>()
  let latestMs = 0
  return {
    get size() {
      return userIds.length
    },
    get bytes() {
      return summaries.bytes + details.bytes
    },
    add(row) {
      userIds.push(row.userId)
      summaries.append(JSON.stringify(row.summary))
      appendDetails(details, row)
      for (const word of wordsOf(row)) hashes.add(hashOf(word))
      latestMs = Math.max(latestMs, row.summary.answeredMs)
    },
    columns: () => ({
      userIds,
      summaryLines: summaries.compress(),
      detailLines: details.compress(),
      words: filterOf(hashes),
      latestMs,
    }),
    clear() {
      summaries.clear()
      details.clear()
      userIds = []
      hashes = new Set()
      latestMs = 0
    },
  }
}

/** A request has this many lines in `appendDetails`. */
const DETAIL_LINES = 3

/** A body is a line without further serialising, because it is a JSON text already. An empty line stands for no body. */
function appendDetails(lines: Lines, { details, requestBody, replyBody }: LogRow): void {
  lines.append(JSON.stringify(details))
  lines.append(requestBody ?? '')
  lines.append(replyBody ?? '')
}

/** The words that the Bloom filter gets for the request. A request without a user gets no words: no search may find it. */
function wordsOf({ userId, summary }: LogRow): readonly string[] {
  if (userId === null) return []
  return [
    wordOf.user(userId),
    wordOf.trace(summary.traceId),
    ...summary.subjects,
    ...(summary.status < ERROR_STATUS_MIN ? [] : [wordOf.error]),
    ...(isRead(summary) ? [] : [wordOf.hideReads]),
  ]
}

/**
 * Whether a request was successful and its operation only reads. Pages that refresh and programs that poll repeat these
 * requests all the time, so a search can leave them out (`hide:reads`).
 */
export function isRead({ status, onlyReads }: RequestSummary): boolean {
  return onlyReads && status < ERROR_STATUS_MIN
}

export const wordOf = {
  user: (userId: number) => `user:${userId}`,
  trace: (traceId: string) => `trace:${traceId}`,
  error: 'is:error',
  hideReads: 'hide:reads',
} as const

/** Columns of a batch. */
export type StoredBatch = {
  /** The id of the first request of the batch; the ids of the other requests follow this id. */
  readonly id: number
  /** The user of each request; null for a request without a user. */
  readonly userIds: readonly (Id<'user'> | null)[]
  readonly summaryLines: Buffer
}

type StoredSummary = {
  readonly id: Id<'request'>
  readonly userId: Id<'user'>
  readonly summary: RequestSummary
}

/**
 * Returns the requests in a batch that belong to a user in `wantedIds`, oldest first. Leaves out those whose JSON text `mayMatch`
 * rejects, without parsing the text.
 */
export function readSummaries(
  { id, userIds, summaryLines }: StoredBatch,
  wantedIds: ReadonlySet<Id<'user'>>,
  mayMatch: (json: string) => boolean = () => true,
): StoredSummary[] {
  const lines = readLines(summaryLines)
  // The line of a request is found by its index, so another number of lines would show the requests of other users.
  if (lines.length !== userIds.length)
    throw new Error(`batch ${id} has ${userIds.length} users and ${lines.length} summaries`)
  return userIds.flatMap((userId, index) => {
    if (userId === null || !wantedIds.has(userId)) return []
    const json = lines[index] ?? ''
    if (!mayMatch(json)) return []
    const summary = JSON.parse(json) as RequestSummary
    return [{ id: (id + index) as Id<'request'>, userId, summary }]
  })
}

export type WholeDetails = RequestDetails & {
  readonly requestBody: string | null
  readonly replyBody: string | null
}

/** The details of the request at this index of a batch. */
export function readDetails(detailLines: Buffer, index: number): WholeDetails {
  const lines = readLines(detailLines)
  const first = index * DETAIL_LINES
  const [details = '', requestBody, replyBody] = lines.slice(first, first + DETAIL_LINES)
  return {
    ...(JSON.parse(details) as RequestDetails),
    requestBody: requestBody || null,
    replyBody: replyBody || null,
  }
}
