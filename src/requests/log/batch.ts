// Makes one row of `request_log` from the requests of a batch, and reads it.

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

/** One line of columns, then a line for each body: bodies are JSON texts already, so they need not be written again. */
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
  /** The id of the first request of the batch; the ids of the other requests follow this id. */
  readonly id: number
  /** The user of each request; null without one. */
  readonly userIds: readonly (Id<'user'> | null)[]
  readonly summaryColumns: Buffer
}

export type StoredSummary = {
  readonly id: Id<'request'>
  readonly userId: Id<'user'>
  readonly summary: RequestSummary
}

/** The requests of these users in a batch, oldest first. */
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
