// Makes one row of `request_log` from the requests of a batch, and reads it.

import type { RequestDetails, RequestSummary } from '../model.ts'
import { filterOf } from './bloom-filter.ts'
import type { LogRow } from './log-row.ts'

export function batchOf(rows: readonly LogRow[]) {
  const words = new Set<string>()
  for (const row of rows) addWords(words, row)
  return {
    userIds: rows.map(({ userId }) => userId),
    summaries: rows.map(({ summary }) => JSON.stringify(summary)).join('\n'),
    details: rows.map(detailsOf).join('\n'),
    words: filterOf(words),
    latestMs: Math.max(...rows.map(({ summary }) => summary.answeredMs)),
  }
}

function detailsOf({ details, requestBody, replyBody }: LogRow): string {
  return `${JSON.stringify(details)}\n${lineOf(requestBody)}\n${lineOf(replyBody)}`
}

/** A JSON text has line breaks between its tokens only, where a space means the same. */
function lineOf(body: string | null): string {
  return body?.replaceAll('\n', ' ') ?? ''
}

/** The words of a search by which a batch is found. Requests without a user are not found. */
function addWords(words: Set<string>, { userId, summary }: LogRow): void {
  if (userId === null) return
  words.add(wordOf.user(userId)).add(wordOf.trace(summary.traceId))
  for (const subject of summary.subjects) words.add(subject)
  if (summary.status >= ERROR_STATUS_MIN) words.add(wordOf.error)
}

export const ERROR_STATUS_MIN = 400

export const wordOf = {
  user: (userId: number) => `user:${userId}`,
  trace: (traceId: string) => `trace:${traceId}`,
  error: 'is:error',
} as const

export function readSummary(line: string): RequestSummary {
  return JSON.parse(line) as RequestSummary
}

export type WholeDetails = RequestDetails & {
  readonly requestBody: string | null
  readonly replyBody: string | null
}

/** The three lines of a request in the details of a batch. */
export type DetailLines = {
  readonly details: string
  readonly requestBody: string
  readonly replyBody: string
}

export function readDetails({ details, requestBody, replyBody }: DetailLines): WholeDetails {
  return {
    ...(JSON.parse(details) as RequestDetails),
    requestBody: requestBody || null,
    replyBody: replyBody || null,
  }
}
