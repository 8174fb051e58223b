// SQL that reads the log. A request belongs to the user whose token was sent, so user_id is a condition of every
// statement.

import { type Reader, type Statement, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Idempotency } from '../model.ts'
import type { Conditions } from './read-words.ts'

/**
 * A page examines at most this many requests, so that it takes the same time however rare the matches are. A page with
 * fewer matches than its size then has a cursor too.
 */
export const EXAMINED_MAX = 20_000

export type RequestRow = {
  readonly id: Id<'request'>
  readonly profileId: Id<'profile'> | null
  readonly applicationId: Id<'application'> | null
  readonly operation: string
  readonly method: string
  readonly route: string
  readonly path: string
  readonly status: number
  readonly durationUs: number
  readonly idempotency: Idempotency
  readonly traceId: string
  readonly errors: readonly { readonly code: string; readonly path?: string }[]
  readonly subjects: readonly string[]
  readonly createdAt: Temporal.Instant
}

const columns = `
  r.id, r.profile_id, r.application_id, r.operation, r.method, r.route, r.path, r.status, r.duration_us,
  r.idempotency, r.trace_id, r.errors, r.subjects, r.created_at`

// No text of a request is a pattern: `starts_with` and `strpos` compare it as it is.
const filters = `
       r.status between $4 and $5
   and r.idempotency = all($6::text[]) and r.method = all($7::text[]) and r.operation = all($8::text[])
   and not exists (select 1 from unnest($9::text[]) as p (beginning)
        where not starts_with(r.path, p.beginning) and not starts_with(r.route, p.beginning))
   and (cardinality($10::bigint[]) = 0 or coalesce(r.profile_id = all($10::bigint[]), false))
   and r.subjects @> $11::text[]
   and r.trace_id = all($12::uuid[])
   and ($13::timestamptz is null or r.created_at >= $13)
   and not exists (select 1 from unnest($14::text[]) as t (wanted)
        where strpos(lower(r.operation || ' ' || r.path || ' ' || array_to_string(r.error_codes, ' ')), t.wanted) = 0)`

// The comparison of pairs and the order by both columns leave the planner one index for the walk. With an equality for
// the user it would also consider the primary key, and so the requests of all users.
const examinedColumns = `${columns}, r.error_codes, r.user_id`
const ofUser = '(r.user_id, r.id) < ($1, $2) and r.user_id >= $1'
const newestFirst = 'order by r.user_id desc, r.id desc'

type Walk = {
  readonly page: Statement<RequestRow>
  /** The last request that the walk examines; no row when it examines all. */
  readonly end: Statement<{ id: number }>
}

const byUser: Walk = {
  page: sql<RequestRow>(`
    select ${columns}
      from (select ${examinedColumns} from request_log r
             where ${ofUser} ${newestFirst} limit ${EXAMINED_MAX}) r
     where ${filters} ${newestFirst} limit $3`),
  end: sql<{ id: number }>(`
    select r.id from request_log r where ${ofUser} ${newestFirst} limit 1 offset ${EXAMINED_MAX} - 1`),
}

const byUserErrors: Walk = {
  page: sql<RequestRow>(`
    select ${columns}
      from (select ${examinedColumns} from request_log r
             where ${ofUser} and r.status >= 400 ${newestFirst} limit ${EXAMINED_MAX}) r
     where ${filters} ${newestFirst} limit $3`),
  end: sql<{ id: number }>(`
    select r.id from request_log r where ${ofUser} and r.status >= 400 ${newestFirst} limit 1 offset ${EXAMINED_MAX} - 1`),
}

const bySubject: Walk = {
  page: sql<RequestRow>(`
    select ${columns}
      from (select s.request_id from request_subjects s
             where s.user_id = $1 and s.subject = $15 and s.request_id < $2
             order by s.request_id desc limit ${EXAMINED_MAX}) s
     cross join lateral (
           select ${examinedColumns} from request_log r where r.id = s.request_id and r.user_id = $1 limit 1) r
     where ${filters} order by s.request_id desc limit $3`),
  end: sql<{ id: number }>(`
    select s.request_id as id from request_subjects s
     where s.user_id = $1 and s.subject = $3 and s.request_id < $2
     order by s.request_id desc limit 1 offset ${EXAMINED_MAX} - 1`),
}

const byTraceSql = sql<RequestRow>(`
  select ${columns} from request_log r
   where r.trace_id = $15 and r.user_id = $1 and r.id < $2 and ${filters} order by r.id desc limit $3`)

export type Page = {
  readonly rows: readonly RequestRow[]
  /** The next page begins below this id; undefined after the last. */
  readonly next: number | undefined
}

type PageRequest = { readonly beforeId: number; readonly size: number }

/** Returns a page of the user's requests, newest first. */
export async function listRequests(
  db: Reader,
  userId: Id<'user'>,
  conditions: Conditions,
  { beforeId, size }: PageRequest,
): Promise<Page> {
  const values = [userId, beforeId, size + 1, ...valuesOf(conditions)]
  const [traceId] = conditions.traceIds
  if (traceId !== undefined) return pageOf(await db.rows(byTraceSql, [...values, traceId]), size)
  const [subject] = conditions.subjects
  const walk = walkOf(conditions)
  const about = subject === undefined ? [] : [subject]
  const page = pageOf(await db.rows(walk.page, [...values, ...about]), size)
  if (page.next !== undefined) return page
  const end = (await db.row(walk.end, [userId, beforeId, ...about]))?.id
  const restIsTooOld = end !== undefined && (await isBefore(db, userId, end, conditions.since))
  return { ...page, next: restIsTooOld ? undefined : end }
}

function walkOf({ subjects, onlyErrors }: Conditions): Walk {
  if (subjects.length > 0) return bySubject
  return onlyErrors ? byUserErrors : byUser
}

function valuesOf(conditions: Conditions): unknown[] {
  const { onlyErrors, statusMin, statusMax, since } = conditions
  return [
    onlyErrors ? Math.max(statusMin, FIRST_ERROR) : statusMin,
    statusMax,
    conditions.idempotencies,
    conditions.methods,
    conditions.operations,
    conditions.paths,
    conditions.profileIds,
    conditions.subjects,
    conditions.traceIds,
    since?.toString() ?? null,
    conditions.texts,
  ]
}

const FIRST_ERROR = 400

function pageOf(rows: readonly RequestRow[], size: number): Page {
  const shown = rows.slice(0, size)
  return { rows: shown, next: rows.length > size ? shown.at(-1)?.id : undefined }
}

const findTimeSql = sql<{ createdAt: Temporal.Instant }>(`
  select r.created_at from request_log r where r.user_id = $1 and r.id = $2`)

/** Whether the request `id`, and so every earlier one, was made before `since`. */
async function isBefore(
  db: Reader,
  userId: Id<'user'>,
  id: number,
  since: Temporal.Instant | undefined,
): Promise<boolean> {
  if (since === undefined) return false
  const at = (await db.row(findTimeSql, [userId, id]))?.createdAt
  return at !== undefined && isAfter(since, at)
}

export type WholeRequestRow = RequestRow & {
  readonly query: object | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly replyHeaders: Readonly<Record<string, string>>
  readonly files: readonly { part: string; name: string; kind: string; bytes: number }[] | null
  readonly requestBody: string | null
  readonly requestBytes: number
  readonly replyBody: string | null
  readonly replyBytes: number | null
}

const findRequestSql = sql<WholeRequestRow>(`
  select ${columns}, r.query, r.request_headers, r.reply_headers, r.files, r.request_body,
         r.request_bytes, r.reply_body, r.reply_bytes
    from request_log r where r.user_id = $1 and r.id = $2`)

export function findRequest(
  db: Reader,
  userId: Id<'user'>,
  id: number,
): Promise<WholeRequestRow | undefined> {
  return db.row(findRequestSql, [userId, id])
}
