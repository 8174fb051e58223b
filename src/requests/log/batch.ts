// Makes one row of `request_log` from the requests of a batch, and reads it.

import type { Id } from '../../kernel/ids.ts'
import type { RequestDetails, RequestSummary } from '../model.ts'
import { ERROR_STATUS_MIN } from './answered-request.ts'
import { filterOf, hashOf } from './bloom-filter.ts'
import { compressLines, readLines } from './compressed-lines.ts'
import type { LogRow } from './log-row.ts'

export function batchOf(rows: readonly LogRow[]) {
  return {
    userIds: rows.map(({ userId }) => userId),
    summaries: compressLines(rows.map(({ summary }) => JSON.stringify(summary))),
    details: compressLines(rows.flatMap(detailLinesOf)),
    words: filterOf(hashesOf(rows)),
    latestMs: Math.max(...rows.map(({ summary }) => summary.answeredMs)),
  }
}

/** A request has this many lines in the details of its batch: `detailLinesOf`. */
const DETAIL_LINES = 3

function detailLinesOf({ details, requestBody, replyBody }: LogRow): string[] {
  return [JSON.stringify(details), lineOf(requestBody), lineOf(replyBody)]
}

/** A JSON text has line breaks between its tokens only, where a space means the same. */
function lineOf(body: string | null): string {
  return body?.replaceAll('\n', ' ') ?? ''
}

/** Hashes instead of words, because a set internalises the texts that it is given, which takes longer than to hash them. */
function hashesOf(rows: readonly LogRow[]): Set<number> {
  const hashes = new Set<number>()
  for (const row of rows) for (const word of wordsOf(row)) hashes.add(hashOf(word))
  return hashes
}

/** The words of a search by which the request is found. Requests without a user are not found. */
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
 * Whether a request was successful and changed nothing. Pages that refresh and programs that poll repeat such requests
 * all the time, so a search can leave them out (`hide:reads`).
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
  /** The id of its first request; those of the others follow it. */
  readonly id: number
  /** The user of each request; null without one. */
  readonly userIds: readonly (Id<'user'> | null)[]
  readonly summaries: Buffer
}

export type StoredSummary = {
  readonly id: Id<'request'>
  readonly userId: Id<'user'>
  readonly summary: RequestSummary
}

/** The requests of these users in a batch, oldest first. */
export function readSummaries(
  { id, userIds, summaries }: StoredBatch,
  wantedIds: ReadonlySet<Id<'user'>>,
): StoredSummary[] {
  return readLines(summaries).flatMap((line, index) => {
    const userId = userIds[index] ?? null
    if (userId === null || !wantedIds.has(userId)) return []
    const summary = JSON.parse(line) as RequestSummary
    return [{ id: (id + index) as Id<'request'>, userId, summary }]
  })
}

export type WholeDetails = RequestDetails & {
  readonly requestBody: string | null
  readonly replyBody: string | null
}

/** The details of the request at this index of a batch. */
export function readDetails(details: Buffer, index: number): WholeDetails {
  const first = index * DETAIL_LINES
  const [line = '', requestBody, replyBody] = readLines(details).slice(first, first + DETAIL_LINES)
  return {
    ...(JSON.parse(line) as RequestDetails),
    requestBody: requestBody || null,
    replyBody: replyBody || null,
  }
}
