// SQL of the feed. `listUnseen` reads the tables `feed_entries`, `events` and `request_log` with one statement each: the rows
// of the transactions that one snapshot shows and an earlier snapshot does not. A statement examines whole transactions, so
// the caller can continue after the last of them.

import { type Database, type Reader, type Statement, sql } from '../kernel/database/db.ts'
import { type DeliveryAttempt, EVERY_PROFILE } from '../kernel/feed-entries.ts'
import type { Id } from '../kernel/ids.ts'
import { type RequestSummary, readSummaries, type StoredBatch } from '../requests/index.ts'
import { formatSnapshot, parsePosition, RECENT_MAX, type RowKey, type Snapshot } from './model.ts'

/**
 * A statement examines at most this many rows of all users and the rest of the last transaction, so that it takes the
 * same time however long a client was away; a choice of this project, as are the next two limits.
 */
export const EXAMINED_ROWS_MAX = 1000
/** The same limit for the log of requests, where a row has the requests of a whole batch. */
const EXAMINED_BATCHES_MAX = 20
/** A client without a position gets its requests from at most this many of the newest rows of the log of requests. */
const RECENT_BATCHES_MAX = 500

const findSnapshotSql = sql<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')

export async function findSnapshot(db: Reader): Promise<Snapshot> {
  const text = (await db.row(findSnapshotSql))?.snapshot ?? ''
  const position = parsePosition(text)
  if (position === undefined)
    throw new Error(`cannot parse the snapshot '${text}' of pg_current_snapshot()`)
  return position.seen
}

export type OldestRow = { readonly id: number; readonly transactionId: number }

const findOldestEntrySql = sql<OldestRow>(`
  select f.id, coalesce(f.transaction_id::text::bigint, 0) as transaction_id from feed_entries f order by f.id limit 1`)
const findOldestRequestSql = sql<OldestRow>(`
  select r.id, coalesce(r.transaction_id::text::bigint, 0) as transaction_id from request_log r order by r.id limit 1`)

/** The oldest rows of the tables from which a sweep deletes. */
export async function findOldest(db: Reader): Promise<OldestRow[]> {
  const rows = await Promise.all([db.row(findOldestEntrySql), db.row(findOldestRequestSql)])
  return rows.flatMap((row) => row ?? [])
}

const listNewestSql = sql<{ transaction: number }>(`
  select n.transaction_id::text::bigint as transaction
    from ((select r.transaction_id
             from (select b.id, b.user_ids, b.transaction_id from request_log b order by b.id desc limit ${RECENT_BATCHES_MAX}) r
             cross join lateral unnest(r.user_ids) as u (user_id)
            where u.user_id = $1
            order by r.id desc limit ${RECENT_MAX})
          union all
          (select e.transaction_id
             from profile_owners o
             cross join lateral (
                  select e.transaction_id
                    from events e where e.profile_id = o.profile_id
                   order by e.id desc limit ${RECENT_MAX}) e
            where o.user_id = $1)) n
   where n.transaction_id is not null
   order by n.transaction_id desc limit $2`)

/**
 * The transactions that wrote the newest requests and events of a user, newest first: one id for each request and event, so an
 * id can repeat.
 */
export async function listNewest(db: Reader, userId: Id<'user'>, count: number): Promise<number[]> {
  const rows = await db.rows(listNewestSql, [userId, count])
  return rows.map(({ transaction }) => transaction)
}

// The bounds on `transaction_id` are those that an index scan can use. `with ties` adds the rest of the last transaction.
const pageOfUnseen = (rowsMax: number) => `
   where t.transaction_id >= pg_snapshot_xmin($2::pg_snapshot)
     and t.transaction_id < pg_snapshot_xmax($3::pg_snapshot)
     and pg_visible_in_snapshot(t.transaction_id, $3::pg_snapshot)
     and not pg_visible_in_snapshot(t.transaction_id, $2::pg_snapshot)
   order by t.transaction_id fetch first ${rowsMax} rows with ties`

const selectUnseen = `
  select s.examined, s.last, u.*
    from (select count(*)::int as examined, max(transaction_id)::text::bigint as last from examined) s
    left join unseen u on true
   order by u.transaction, u.row`

/** A page without entries is one row, in which the columns of the entry are null. */
type ExaminedRow<T> = { readonly examined: number; readonly last: number | null } & (
  | T
  | { readonly row: null }
)
type FeedRow = {
  /** Null for an entry that every user gets. */
  readonly userId: Id<'user'> | null
  readonly transaction: number
  readonly row: number
}

export type EntryRow = FeedRow & {
  readonly at: Temporal.Instant
  readonly profileId: Id<'profile'>
  readonly kind: 'delivery' | 'timer' | 'clock'
  readonly data: object
}

// Entries of EVERY_PROFILE, such as moves of the clock, belong to no user, so their user_id is null.
const listEntriesSql = sql<ExaminedRow<EntryRow>>(`
  with examined as materialized (
  select t.profile_id, t.id, t.kind, t.data, t.occurred_at, t.transaction_id from feed_entries t ${pageOfUnseen(EXAMINED_ROWS_MAX)}),
  unseen as (
  select o.user_id, e.transaction_id::text::bigint as transaction, e.id as row, e.occurred_at as at, e.profile_id,
         e.kind, e.data
    from examined e join profile_owners o on o.profile_id = e.profile_id and o.user_id = any($1::bigint[])
   union all
  select null, e.transaction_id::text::bigint, e.id, e.occurred_at, e.profile_id, e.kind, e.data
    from examined e where e.profile_id = ${EVERY_PROFILE})
  ${selectUnseen}`)

/** More attempts than the retries of a delivery and several redeliveries make (gap 946). */
export const ATTEMPTS_MAX = 200

export type AttemptRow = { readonly at: Temporal.Instant; readonly data: DeliveryAttempt }

const listAttemptsSql = sql<AttemptRow>(`
  select e.occurred_at as at, e.data from feed_entries e
   where e.kind = 'delivery' and e.profile_id = $1 and e.data ->> 'deliveryId' = $2
   order by e.id desc limit ${ATTEMPTS_MAX}`)

/** Lists the newest attempts to send a delivery of the profile, newest first, at most ATTEMPTS_MAX. */
export function listAttempts(
  db: Reader,
  profileId: Id<'profile'>,
  deliveryId: string,
): Promise<AttemptRow[]> {
  return db.rows(listAttemptsSql, [profileId, deliveryId])
}

export type EventRow = FeedRow & {
  readonly at: Temporal.Instant
  readonly profileId: Id<'profile'>
  readonly name: string
  readonly resource: string
  readonly payload: Readonly<Record<string, unknown>>
}

const listEventsSql = sql<ExaminedRow<EventRow>>(`
  with examined as materialized (
  select t.profile_id, t.id, t.name, t.subject, t.payload, t.occurred_at, t.transaction_id from events t ${pageOfUnseen(EXAMINED_ROWS_MAX)}),
  unseen as (
  select o.user_id, e.transaction_id::text::bigint as transaction, e.id as row, e.occurred_at as at, e.profile_id,
         e.name, e.subject as resource, e.payload
    from examined e join profile_owners o on o.profile_id = e.profile_id and o.user_id = any($1::bigint[]))
  ${selectUnseen}`)

export type RequestRow = FeedRow & {
  readonly row: Id<'request'>
  readonly at: Temporal.Instant
  readonly request: RequestSummary
}

type BatchRow = StoredBatch & { readonly transaction: number; readonly row: number }

// A row of this table has many requests, so fewer rows are examined.
const listBatchesSql = sql<ExaminedRow<BatchRow>>(`
  with examined as materialized (
  select t.id, t.user_ids, t.summary_lines, t.transaction_id from request_log t ${pageOfUnseen(EXAMINED_BATCHES_MAX)}),
  unseen as (
  select e.transaction_id::text::bigint as transaction, e.id as row, e.id, to_json(e.user_ids) as user_ids, e.summary_lines
    from examined e where e.user_ids && $1::bigint[])
  ${selectUnseen}`)

/** The rows of one table. `lastExamined` is undefined when no transaction is left to examine. */
type Rows<T> = { readonly rows: readonly T[]; readonly lastExamined: number | undefined }

async function examine<T extends { readonly row: number }>(
  db: Reader,
  statement: Statement<ExaminedRow<T>>,
  values: readonly unknown[],
  rowsMax = EXAMINED_ROWS_MAX,
): Promise<Rows<T>> {
  const found = await db.rows(statement, values)
  const [first] = found
  const isFull = first !== undefined && first.examined >= rowsMax
  return {
    rows: found.filter((examined): examined is Extract<ExaminedRow<T>, T> => examined.row !== null),
    lastExamined: isFull ? (first.last ?? undefined) : undefined,
  }
}

export type FoundRow = RowKey & { readonly userId: Id<'user'> | null } & (
    | { readonly source: 'f'; readonly found: EntryRow }
    | { readonly source: 'e'; readonly found: EventRow }
    | { readonly source: 'r'; readonly found: RequestRow }
  )

/**
 * Lists the rows of these users that snapshot `to` shows and snapshot `from` does not, in no particular order. `lastExamined`
 * is the last transaction whose rows were all examined; undefined when nothing is left.
 */
export async function listUnseen(
  db: Reader,
  userIds: readonly Id<'user'>[],
  from: Snapshot,
  to: Snapshot,
): Promise<{ rows: FoundRow[]; lastExamined: number | undefined }> {
  const values = [userIds, formatSnapshot(from), formatSnapshot(to)]
  const [entries, events, batches] = await Promise.all([
    examine(db, listEntriesSql, values),
    examine(db, listEventsSql, values),
    examine(db, listBatchesSql, values, EXAMINED_BATCHES_MAX),
  ])
  const rowKey = ({ userId, transaction, row }: FeedRow) => ({ userId, transaction, row })
  const rows: FoundRow[] = [
    ...entries.rows.map((found) => ({ ...rowKey(found), source: 'f' as const, found })),
    ...events.rows.map((found) => ({ ...rowKey(found), source: 'e' as const, found })),
    ...requestsOf(batches.rows, userIds).map((found) => ({
      ...rowKey(found),
      source: 'r' as const,
      found,
    })),
  ]
  const lasts = [entries, events, batches].flatMap(({ lastExamined }) => lastExamined ?? [])
  if (lasts.length === 0) return { rows, lastExamined: undefined }
  const lastExamined = Math.min(...lasts)
  return { rows: rows.filter(({ transaction }) => transaction <= lastExamined), lastExamined }
}

/** The requests of these users in batches of the log. */
function requestsOf(batches: readonly BatchRow[], userIds: readonly Id<'user'>[]): RequestRow[] {
  const wantedIds = new Set(userIds)
  return batches.flatMap((batch) =>
    readSummaries(batch, wantedIds).map(({ id, userId, summary }) => ({
      userId,
      transaction: batch.transaction,
      row: id,
      at: Temporal.Instant.fromEpochMilliseconds(summary.answeredMs),
      request: summary,
    })),
  )
}

/** The most rows of one deletion: a constant of the SQL, so that the planner expects few rows; a choice of this project. */
export const DELETED_PER_RUN_MAX = 1000

const findNewestSql = sql<{ id: number }>(`
  select f.id from feed_entries f order by f.id desc limit 1`)

const findExcessSql = sql<{ id: number }>(`
  select f.id from feed_entries f where f.id <= $1 order by f.id limit ${DELETED_PER_RUN_MAX}`)

const deleteEntriesSql = sql<{ id: number }>(`
  delete from feed_entries f where f.id = any($1::bigint[]) returning f.id`)

/**
 * Deletes up to DELETED_PER_RUN_MAX of the entries whose ids are `keptMax` or more below the newest. Ids of transactions that
 * were rolled back are missing, so fewer than `keptMax` entries may stay. Returns how many were deleted.
 */
export async function deleteOldest(db: Database, keptMax: number): Promise<number> {
  const newest = (await db.reader.row(findNewestSql))?.id ?? 0
  const excess = await db.reader.rows(findExcessSql, [newest - keptMax])
  if (excess.length === 0) return 0
  const ids = excess.map(({ id }) => id)
  return (await db.transact((tx) => tx.rows(deleteEntriesSql, [ids]))).length
}
