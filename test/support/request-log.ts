// Reads the log of requests from its table, for tests of its content.

import type { Database } from '../../src/kernel/database/db.ts'
import { readDetails, type WholeDetails } from '../../src/requests/log/batch.ts'
import { type Columns, rowAt } from '../../src/requests/log/columns.ts'
import { readLines } from '../../src/requests/log/compressed-lines.ts'
import type { RequestSummary } from '../../src/requests/model.ts'

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> }
type Batch = { user_ids: (string | null)[]; summary_columns: Buffer; details: Buffer }
type KeptRequest = RequestSummary & WholeDetails & { readonly userId: number | null }

/** The requests of a user, oldest first. */
export async function requestsOf({ db }: { readonly db: Database }, userId: number) {
  return (await everyRequest(db.pool)).filter((request) => request.userId === userId)
}

export async function everyRequest(database: Queryable): Promise<KeptRequest[]> {
  const found = await database.query(
    'select user_ids, summary_columns, details from request_log order by id',
  )
  return (found.rows as Batch[]).flatMap(readBatch)
}

function readBatch({ user_ids: userIds, summary_columns: summaryColumns, details }: Batch) {
  const columns = JSON.parse(readLines(summaryColumns)[0] ?? '') as Columns<RequestSummary>
  return userIds.map((userId, index) => ({
    userId: userId === null ? null : Number(userId),
    ...rowAt(columns, index),
    ...readDetails(details, index),
  }))
}
