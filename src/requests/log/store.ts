// SQL that writes the log.

import { type Database, sql } from '../../kernel/database/db.ts'
import type { LogRow } from './log-row.ts'

// A power failure may lose the latest rows; nothing depends on them, and a durable commit would compete with those of
// requests for the disk.
const asynchronousCommitSql = sql<never>(`
  select set_config('synchronous_commit', 'off', true)`)

// The rows arrive as one text, because PostgreSQL reads JSON faster than this process writes arrays of parameters. The
// bodies arrive as the bytes of all of them, and each row has the spans of its bodies, because PostgreSQL would parse
// bodies within the text, and copying them costs a third of it.
const insertRequestsSql = sql<never>(`
  with logged as (
    insert into request_log (profile_id, user_id, application_id, operation, method, route, path, query, status,
           duration_us, idempotency, trace_id, errors, error_codes, subjects, request_headers, reply_headers, files,
           request_body, request_bytes, reply_body, reply_bytes, created_at)
    select r.profile_id, r.user_id, r.application_id, r.operation, r.method, r.route, r.path, r.query, r.status,
           r.duration_us, r.idempotency, r.trace_id, r.errors, r.error_codes, r.subjects, r.request_headers,
           r.reply_headers, r.files, convert_from(substring($2::bytea from r.request_from for r.request_length), 'UTF8'),
           r.request_bytes, convert_from(substring($2::bytea from r.reply_from for r.reply_length), 'UTF8'),
           r.reply_bytes, r.created_at
      from json_to_recordset($1::json) as r (
           profile_id bigint, user_id bigint, application_id bigint, operation text, method text, route text,
           path text, query json, status int, duration_us bigint, idempotency text, trace_id uuid, errors json,
           error_codes text[], subjects text[], request_headers json, reply_headers json, files json,
           request_from int, request_length int, request_bytes int, reply_from int, reply_length int, reply_bytes int,
           created_at timestamptz)
    returning id, user_id, subjects)
  insert into request_subjects (user_id, subject, request_id)
  select l.user_id, s.subject, l.id
    from logged l cross join lateral unnest(l.subjects) as s (subject)
   where l.user_id is not null`)

/** Appends the rows in their order. */
export async function insertRequests(db: Database, rows: readonly LogRow[]): Promise<void> {
  const bodies: Buffer[] = []
  let length = 0
  const spanOf = (body: string | null): Span => {
    if (body === null) return NO_SPAN
    const bytes = Buffer.from(body)
    bodies.push(bytes)
    length += bytes.length
    // PostgreSQL counts bytes from one.
    return { from: length - bytes.length + 1, length: bytes.length }
  }
  const columns = rows.map((row) => columnsOf(row, spanOf(row.requestBody), spanOf(row.replyBody)))
  await db.transact(async (tx) => {
    await tx.rows(asynchronousCommitSql)
    await tx.rows(insertRequestsSql, [JSON.stringify(columns), Buffer.concat(bodies)])
  })
}

type Span = { readonly from: number | null; readonly length: number | null }

const NO_SPAN: Span = { from: null, length: null }

function columnsOf(row: LogRow, request: Span, reply: Span) {
  return {
    profile_id: row.profileId,
    user_id: row.userId,
    application_id: row.applicationId,
    operation: row.operation,
    method: row.method,
    route: row.route,
    path: row.path,
    query: row.query,
    status: row.status,
    duration_us: row.durationUs,
    idempotency: row.idempotency,
    trace_id: row.traceId,
    errors: row.errors,
    error_codes: row.errorCodes,
    subjects: row.subjects,
    request_headers: row.requestHeaders,
    reply_headers: row.replyHeaders,
    files: row.files,
    request_from: request.from,
    request_length: request.length,
    request_bytes: row.requestBytes,
    reply_from: reply.from,
    reply_length: reply.length,
    reply_bytes: row.replyBytes,
    created_at: row.createdAt,
  }
}

/** Upper bound of one deletion; stated in SQL so that the planner expects few rows. */
export const DELETED_PER_RUN_MAX = 1000

const findNewestSql = sql<{ id: number }>(`
  select r.id from request_log r order by r.id desc limit 1`)

const findOldestSql = sql<{ id: number }>(`
  select r.id from request_log r where r.id <= $1 order by r.id limit ${DELETED_PER_RUN_MAX}`)

const deleteRequestsSql = sql<{ id: number; userId: number | null; subjects: string[] }>(`
  delete from request_log r where r.id = any($1::bigint[]) returning r.id, r.user_id, r.subjects`)

const deleteSubjectsSql = sql<never>(`
  delete from request_subjects s
   using unnest($1::bigint[], $2::text[], $3::bigint[]) as gone (user_id, subject, request_id)
   where s.user_id = gone.user_id and s.subject = gone.subject and s.request_id = gone.request_id`)

/** Deletes a portion of the rows beyond the newest `keptMax`. Returns how many. */
export async function deleteOldest(db: Database, keptMax: number): Promise<number> {
  const newest = (await db.reader.row(findNewestSql))?.id ?? 0
  const oldest = await db.reader.rows(findOldestSql, [newest - keptMax])
  if (oldest.length === 0) return 0
  return db.transact(async (tx) => {
    const deleted = await tx.rows(deleteRequestsSql, [oldest.map(({ id }) => id)])
    const subjects = deleted.flatMap(({ id, userId, subjects: all }) =>
      userId === null ? [] : all.map((subject) => [userId, subject, id] as const),
    )
    if (subjects.length > 0) await tx.rows(deleteSubjectsSql, columnsOfSubjects(subjects))
    return deleted.length
  })
}

function columnsOfSubjects(subjects: readonly (readonly [number, string, number])[]) {
  return [
    subjects.map(([userId]) => userId),
    subjects.map(([, subject]) => subject),
    subjects.map(([, , requestId]) => requestId),
  ]
}
