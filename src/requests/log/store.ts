// SQL that writes the log.

import { type Database, sql } from '../../kernel/database/db.ts'
import type { BatchColumns } from './batch.ts'

/** The key of an advisory lock. No other lock of the service has this number. */
const REQUEST_LOG_LOCK = 7_301_044

// One statement without begin and commit, so that a connection of the pool is taken for one round trip only. The lock makes the
// ids of a batch consecutive: it is taken before the id of the row is generated, because the row is selected from `settings`. A
// durable commit would compete with the commits of requests for the disk, and would protect nothing: a crash of the database server
// empties the table, which is unlogged.
const insertBatchSql = sql<never>(`
  with settings as materialized (
    select pg_advisory_xact_lock(${REQUEST_LOG_LOCK}), set_config('synchronous_commit', 'off', true))
  insert into request_log (requests, user_ids, summary_lines, detail_lines, words, latest_at)
  select $1::int, $2::bigint[], $3::bytea, $4::bytea, $5::bytea, to_timestamp($6::float8 / 1000) from settings
  returning setval('request_log_id_seq', id + requests - 1)`)

export async function insertBatch(db: Database, batch: BatchColumns): Promise<void> {
  const { userIds, summaryLines, detailLines, words, latestMs } = batch
  const values = [userIds.length, userIds, summaryLines, detailLines, words, latestMs]
  await db.session((connection) => connection.rows(insertBatchSql, values))
}

/**
 * Upper bound of one deletion, in batches; a choice of this project. It is a constant of the SQL text so that the planner
 * expects few rows.
 */
export const DELETED_PER_RUN_MAX = 100

const findNewestSql = sql<{ last: number }>(`
  select r.id + r.requests - 1 as last from request_log r order by r.id desc limit 1`)

const findOldestSql = sql<{ id: number }>(`
  select r.id from request_log r where r.id <= $1 and r.id + r.requests - 1 <= $1
   order by r.id limit ${DELETED_PER_RUN_MAX}`)

const deleteBatchesSql = sql<{ id: number }>(`
  delete from request_log r where r.id = any($1::bigint[]) returning r.id`)

/**
 * Deletes up to `DELETED_PER_RUN_MAX` of the oldest batches without any of the newest `keptMax` requests. Returns the number of
 * deleted batches.
 */
export async function deleteOldest(db: Database, keptMax: number): Promise<number> {
  const newest = (await db.reader.row(findNewestSql))?.last ?? 0
  const oldest = await db.reader.rows(findOldestSql, [newest - keptMax])
  if (oldest.length === 0) return 0
  const ids = oldest.map(({ id }) => id)
  return (await db.transact((tx) => tx.rows(deleteBatchesSql, [ids]))).length
}
