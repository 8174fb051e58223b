// SQL that reads the log. A batch has requests of several users, so each statement that returns requests compares the user
// of each of them.

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type DetailLines, readDetails, readSummary, type WholeDetails } from '../log/batch.ts'
import type { RequestSummary } from '../model.ts'

/** How many batches one statement passes. */
export const BATCHES_MAX = 1000

export type FoundBatch = {
  /** The id of its first request. */
  readonly id: number
  readonly requests: number
  /** Whether it may have matches. */
  readonly isCandidate: boolean
  readonly latestAt: Temporal.Instant
  /** How many batches the statement has passed. */
  readonly passed: number
}

const listBatchesSql = sql<FoundBatch>(`
  with passed as materialized (
  select r.id, r.requests, r.latest_at,
         ($3::timestamptz is null or r.latest_at >= $3)
         and not exists (select 1 from unnest($2::bigint[]) as w (hash)
              where get_bit(r.words, w.hash % (8 * length(r.words))) = 0) as is_candidate
    from request_log r where r.id < $1 order by r.id desc limit ${BATCHES_MAX})
  select p.id, p.requests, p.is_candidate, p.latest_at, (select count(*)::int from passed) as passed
    from passed p where p.is_candidate or p.id = (select min(o.id) from passed o)
   order by p.id desc`)

/** Those of the next batches, newest first, that may have matches, and the last that was passed. */
export function listBatches(
  db: Reader,
  beforeId: number,
  wordHashes: readonly number[],
  since: Temporal.Instant | undefined,
): Promise<FoundBatch[]> {
  return db.rows(listBatchesSql, [beforeId, wordHashes, since?.toString() ?? null])
}

export type RequestRow = RequestSummary & { readonly id: Id<'request'> }

const listRequestsSql = sql<{ id: Id<'request'>; summary: string }>(`
  select r.id + e.number - 1 as id, e.summary
    from request_log r
   cross join lateral unnest(r.user_ids, string_to_array(r.summaries, E'\\n'))
         with ordinality as e (user_id, summary, number)
   where r.id = any($2::bigint[]) and e.user_id = $1 and r.id + e.number - 1 < $3`)

/** The user's requests in these batches, newest first. */
export async function listRequests(
  db: Reader,
  userId: Id<'user'>,
  batchIds: readonly number[],
  beforeId: number,
): Promise<RequestRow[]> {
  const rows = await db.rows(listRequestsSql, [userId, batchIds, beforeId])
  return rows
    .sort((a, b) => b.id - a.id)
    .map(({ id, summary }) => ({ ...readSummary(summary), id }))
}

const findRequestSql = sql<{ summary: string } & DetailLines>(`
  select split_part(r.summaries, E'\\n', r.index + 1) as summary,
         split_part(r.details, E'\\n', 3 * r.index + 1) as details,
         split_part(r.details, E'\\n', 3 * r.index + 2) as request_body,
         split_part(r.details, E'\\n', 3 * r.index + 3) as reply_body
    from (select r.user_ids, r.summaries, r.details, least($2 - r.id, r.requests)::int as index
            from request_log r where r.id <= $2 order by r.id desc limit 1) r
   where r.user_ids[r.index + 1] = $1`)

export type WholeRequestRow = RequestRow & WholeDetails

export async function findRequest(
  db: Reader,
  userId: Id<'user'>,
  id: Id<'request'>,
): Promise<WholeRequestRow | undefined> {
  const found = await db.row(findRequestSql, [userId, id])
  return found && { ...readSummary(found.summary), ...readDetails(found), id }
}
