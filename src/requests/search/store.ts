// SQL that reads the log. A batch has requests of several users, so `readSummaries` compares the user of each request.

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { readDetails, readSummaries, type StoredBatch, type WholeDetails } from '../log/batch.ts'
import type { RequestSummary } from '../model.ts'

/** How many batches one statement passes at most; a choice of this project. */
export const BATCHES_MAX = 1000

export type FoundBatch = {
  /** The id of the first request of the batch. */
  readonly id: number
  /** How many requests the batch has. */
  readonly requests: number
  /** Whether the batch may have matches. */
  readonly isCandidate: boolean
  readonly latestAt: Temporal.Instant
  /** How many batches the statement has passed. */
  readonly passed: number
}

const listBatchesSql = sql<FoundBatch>(`
  with passed as materialized (
  select r.id, r.requests, r.latest_at,
         ($3::timestamptz is null or r.latest_at >= $3)
         and not exists (select 1 from unnest($2::bigint[]) as w (bit)
              where get_bit(r.words, w.bit % (8 * length(r.words))) = 0) as is_candidate
    from request_log r where r.id < $1 order by r.id desc limit ${BATCHES_MAX})
  select p.id, p.requests, p.is_candidate, p.latest_at, (select count(*)::int from passed) as passed
    from passed p where p.is_candidate or p.id = (select min(o.id) from passed o)
   order by p.id desc`)

/**
 * Passes the next batches, newest first. Returns those that may have matches, and always the last batch passed.
 * `wordBits` are the bits of the words of the search (`bitsOf`).
 */
export function listBatches(
  db: Reader,
  beforeId: number,
  wordBits: readonly number[],
  since: Temporal.Instant | undefined,
): Promise<FoundBatch[]> {
  return db.rows(listBatchesSql, [beforeId, wordBits, since?.toString() ?? null])
}

export type RequestRow = RequestSummary & { readonly id: Id<'request'> }

const listRequestsSql = sql<StoredBatch>(`
  select r.id, to_json(r.user_ids) as user_ids, r.summary_lines
    from request_log r where r.id = any($2::bigint[]) and $1 = any(r.user_ids)`)

type Wanted = {
  /** Only requests with smaller ids. */
  readonly beforeId: number
  /** Rejects requests by their JSON text, as in `readSummaries`. */
  readonly mayMatch: (json: string) => boolean
}

/** The wanted requests of the user in these batches, newest first. */
export async function listRequests(
  db: Reader,
  userId: Id<'user'>,
  batchIds: readonly number[],
  { beforeId, mayMatch }: Wanted,
): Promise<RequestRow[]> {
  const batches = await db.rows(listRequestsSql, [userId, batchIds])
  return batches
    .flatMap((batch) => requestsOf(batch, userId, mayMatch))
    .filter(({ id }) => id < beforeId)
    .sort((a, b) => b.id - a.id)
}

function requestsOf(
  batch: StoredBatch,
  userId: Id<'user'>,
  mayMatch?: Wanted['mayMatch'],
): RequestRow[] {
  const requests = readSummaries(batch, new Set([userId]), mayMatch)
  return requests.map(({ id, summary }) => ({ ...summary, id }))
}

const findBatchSql = sql<StoredBatch & { readonly detailLines: Buffer }>(`
  select r.id, to_json(r.user_ids) as user_ids, r.summary_lines, r.detail_lines
    from request_log r where r.id <= $1 order by r.id desc limit 1`)

export type WholeRequestRow = RequestRow & WholeDetails

/** Undefined when the log has no request of the user with this id. */
export async function findRequest(
  db: Reader,
  userId: Id<'user'>,
  id: Id<'request'>,
): Promise<WholeRequestRow | undefined> {
  const batch = await db.row(findBatchSql, [id])
  const found = batch && requestsOf(batch, userId).find((request) => request.id === id)
  return found && { ...found, ...readDetails(batch.detailLines, id - batch.id) }
}
