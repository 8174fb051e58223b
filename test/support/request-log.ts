// Reads the log of requests from its table, and writes to the table, for tests and benchmarks.

import type { Database } from '../../src/kernel/database/db.ts'
import { insertBatch, type LogRow, newBatch } from '../../src/requests/index.ts'
import { readDetails, type WholeDetails } from '../../src/requests/log/batch.ts'
import { readLines } from '../../src/requests/log/lines.ts'
import type { RequestSummary } from '../../src/requests/model.ts'

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> }
type StoredRow = { user_ids: (string | null)[]; summary_lists: Buffer; detail_lists: Buffer }
type KeptRequest = RequestSummary & WholeDetails & { readonly userId: number | null }

/** The requests of a user, oldest first. */
export async function requestsOf({ db }: { readonly db: Database }, userId: number) {
  return (await everyRequest(db.pool)).filter((request) => request.userId === userId)
}

/** The requests of all users, and those without a user, oldest first. */
export async function everyRequest(database: Queryable): Promise<KeptRequest[]> {
  const found = await database.query(
    'select user_ids, summary_lists, detail_lists from request_log order by id',
  )
  return (found.rows as StoredRow[]).flatMap(readRow)
}

function readRow({ user_ids: userIds, summary_lists, detail_lists }: StoredRow): KeptRequest[] {
  const summaries = readLines(summary_lists).flatMap((line) => JSON.parse(line) as RequestSummary[])
  return userIds.map((userId, index) => ({
    userId: userId === null ? null : Number(userId),
    ...(summaries[index] as RequestSummary),
    ...readDetails(detail_lists, index),
  }))
}

/** Writes the rows as one batch, in their order. */
export async function insertRequests(db: Database, rows: readonly LogRow[]): Promise<void> {
  const batch = newBatch()
  batch.add(rows)
  await insertBatch(db, await batch.columns())
}
