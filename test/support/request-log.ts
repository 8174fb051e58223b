// Reads the log of requests from its table, and writes to the table, for tests and benchmarks.

import type { Database } from '../../src/kernel/database/db.ts'
import { insertBatch, type LogRow, newBatch } from '../../src/requests/index.ts'
import { readDetails, type WholeDetails } from '../../src/requests/log/batch.ts'
import { readLines } from '../../src/requests/log/lines.ts'
import type { RequestSummary } from '../../src/requests/model.ts'

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> }
type StoredRow = { user_ids: (string | null)[]; summary_lines: Buffer; detail_lines: Buffer }
type KeptRequest = RequestSummary & WholeDetails & { readonly userId: number | null }

/** The requests of a user, oldest first. */
export async function requestsOf({ db }: { readonly db: Database }, userId: number) {
  return (await everyRequest(db.pool)).filter((request) => request.userId === userId)
}

/** The requests of all users, and those without a user, oldest first. */
export async function everyRequest(database: Queryable): Promise<KeptRequest[]> {
  const found = await database.query(
    'select user_ids, summary_lines, detail_lines from request_log order by id',
  )
  return (found.rows as StoredRow[]).flatMap(readRow)
}

function readRow({ user_ids: userIds, summary_lines, detail_lines }: StoredRow): KeptRequest[] {
  const summaries = readLines(summary_lines)
  return userIds.map((userId, index) => ({
    userId: userId === null ? null : Number(userId),
    ...(JSON.parse(summaries[index] ?? '') as RequestSummary),
    ...readDetails(detail_lines, index),
  }))
}

/** Writes the rows as one batch, in their order. */
export async function insertRequests(db: Database, rows: readonly LogRow[]): Promise<void> {
  const batch = newBatch()
  for (const row of rows) batch.add(row)
  await insertBatch(db, batch.columns())
}
