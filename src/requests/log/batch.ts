// Makes one row of `request_log` from the requests of a batch, and reads such a row.

import type { Id } from '../../kernel/ids.ts'
import type { RequestDetails, RequestSummary } from '../model.ts'
import { ERROR_STATUS_MIN } from './answered-request.ts'
import { filterOf, hashOf } from './bloom-filter.ts'
import { type Columns, columnsOf, rowAt } from './columns.ts'
import { compressLines, readLines } from './compressed-lines.ts'
import type { LogRow } from './log-row.ts'

/** Returns the columns of the row in the database. */
export function batchOf(rows: readonly LogRow[]) {
  const summaries = rows.map(({ summary }) => summary)
  return {
    userIds: rows.map(({ userId }) => userId),
    summaryColumns: compressLines([JSON.stringify(columnsOf(summaries))]),
    details: compressLines(detailLinesOf(rows)),
    words: filterOf(hashesOf(rows)),
    latestMs: Math.max(...summaries.map(({ answeredMs }) => answeredMs)),
  }
}

/** One line of columns, then a line for each body: bodies are JSON texts already, so they are not serialised again. */
function detailLinesOf(rows: readonly LogRow[]): string[] {
  const details = columnsOf(rows.map((row) => row.details))
  return [JSON.stringify(details), ...rows.flatMap(bodyLinesOf)]
}

/** A request has this many lines in `bodyLinesOf`. */
const BODY_LINES = 2

function bodyLinesOf({ requestBody, replyBody }: LogRow): string[] {
  return [lineOf(requestBody), lineOf(replyBody)]
}

/** A JSON text has line breaks between its tokens only, where a space means the same. */
function lineOf(body: string | null): string {
  return body?.replaceAll('\n', ' ') ?? ''
}

/** Collects hashes and not words, because a `Set` of texts interns each text, which takes longer than hashing it. */
function hashesOf(rows: readonly LogRow[]): Set<number> {
  const hashes = new Set<number>()
  for (const row of rows) for (const word of wordsOf(row)) hashes.add(hashOf(word))
  return hashes
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
  /** The id of the first request of the batch; the ids of the other requests follow this id. */
  readonly id: number
  /** The user of each request; null for a request without a user. */
  readonly userIds: readonly (Id<'user'> | null)[]
  readonly summaryColumns: Buffer
}

export type StoredSummary = {
  readonly id: Id<'request'>
  readonly userId: Id<'user'>
  readonly summary: RequestSummary
}

/** Returns the requests in a batch that belong to a user in `wantedIds`, oldest first. */
export function readSummaries(
  { id, userIds, summaryColumns }: StoredBatch,
  wantedIds: ReadonlySet<Id<'user'>>,
): StoredSummary[] {
  const columns = readColumns<RequestSummary>(readLines(summaryColumns))
  return userIds.flatMap((userId, index) => {
    if (userId === null || !wantedIds.has(userId)) return []
    return [{ id: (id + index) as Id<'request'>, userId, summary: rowAt(columns, index) }]
  })
}

export type WholeDetails = RequestDetails & {
  readonly requestBody: string | null
  readonly replyBody: string | null
}

/** The details of the request at this index of a batch. */
export function readDetails(details: Buffer, index: number): WholeDetails {
  const lines = readLines(details)
  const first = 1 + index * BODY_LINES
  const [requestBody, replyBody] = lines.slice(first, first + BODY_LINES)
  return {
    ...rowAt(readColumns<RequestDetails>(lines), index),
    requestBody: requestBody || null,
    replyBody: replyBody || null,
  }
}

function readColumns<Row>([line = '']: readonly string[]): Columns<Row> {
  return JSON.parse(line) as Columns<Row>
}
