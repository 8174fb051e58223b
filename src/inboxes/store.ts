// SQL for inboxes and for the requests that they receive. An inbox belongs to a user, so user_id is a condition of every
// statement except those for the sender of a request, who has only the id of the inbox.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { SignatureResult } from '../webhooks/index.ts'
import { REQUESTS_KEPT_MAX } from './model.ts'

/** How an inbox replies. */
export type InboxReply = { readonly replyStatus: number; readonly replyDelayMs: number }

export type InboxRow = InboxReply & {
  readonly id: string
  readonly receivedCount: number
  readonly createdAt: Temporal.Instant
}

const inboxColumns = 'i.id, i.reply_status, i.reply_delay_ms, i.received_count, i.created_at'

const lockUserSql = sql<never>(`
  select pg_advisory_xact_lock(hashtextextended('inboxes:' || $1, 0))`)

const countInboxesSql = sql<{ inboxes: number }>(`
  select count(*)::int as inboxes from inboxes i where i.user_id = $1`)

/** Counts the inboxes of the user under a lock: until the transaction ends, no other request creates an inbox of this user. */
export async function lockAndCountInboxes(tx: Tx, userId: Id<'user'>): Promise<number> {
  await tx.rows(lockUserSql, [String(userId)])
  return (await tx.row(countInboxesSql, [userId]))?.inboxes ?? 0
}

const insertInboxSql = sql<InboxRow>(`
  insert into inboxes as i (user_id, id, reply_status, reply_delay_ms, created_at)
  values ($1, $2, $3, $4, $5)
  returning ${inboxColumns}`)

type NewInbox = InboxReply & Pick<InboxRow, 'id' | 'createdAt'> & { readonly userId: Id<'user'> }

export async function insertInbox(tx: Tx, inbox: NewInbox): Promise<InboxRow> {
  const { userId, id, replyStatus, replyDelayMs, createdAt } = inbox
  const values = [userId, id, replyStatus, replyDelayMs, createdAt.toString()]
  const row = await tx.row(insertInboxSql, values)
  if (row === undefined) throw new Error('the new inbox was not returned')
  return row
}

const listInboxesSql = sql<InboxRow>(`
  select ${inboxColumns} from inboxes i where i.user_id = $1 order by i.created_at, i.id`)

/** Oldest first. */
export function listInboxes(db: Reader, userId: Id<'user'>): Promise<InboxRow[]> {
  return db.rows(listInboxesSql, [userId])
}

const updateInboxSql = sql<InboxRow>(`
  update inboxes i
     set reply_status = coalesce($3, i.reply_status), reply_delay_ms = coalesce($4, i.reply_delay_ms)
   where i.user_id = $1 and i.id = $2
  returning ${inboxColumns}`)

/** Changes the fields that are present. Undefined when the user has no inbox with this id. */
export function updateInbox(
  tx: Tx,
  { userId, id }: Pick<NewInbox, 'userId' | 'id'>,
  { replyStatus, replyDelayMs }: Partial<InboxReply>,
): Promise<InboxRow | undefined> {
  return tx.row(updateInboxSql, [userId, id, replyStatus ?? null, replyDelayMs ?? null])
}

const deleteInboxSql = sql<{ id: string }>(`
  delete from inboxes i where i.user_id = $1 and i.id = $2 returning i.id`)

/** Deletes the inbox with its requests. Returns false when the user has no inbox with this id. */
export async function deleteInbox(tx: Tx, userId: Id<'user'>, id: string): Promise<boolean> {
  return (await tx.row(deleteInboxSql, [userId, id])) !== undefined
}

const isInboxOfSql = sql<{ id: string }>(`
  select i.id from inboxes i where i.user_id = $1 and i.id = $2`)

export async function isInboxOf(db: Reader, userId: Id<'user'>, id: string): Promise<boolean> {
  return (await db.row(isInboxOfSql, [userId, id])) !== undefined
}

const isInboxSql = sql<{ id: string }>('select i.id from inboxes i where i.id = $1')

export async function isInbox(db: Reader, id: string): Promise<boolean> {
  return (await db.row(isInboxSql, [id])) !== undefined
}

type NewRequest = {
  readonly inboxId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly eventType: string | null
  readonly signature: SignatureResult
  readonly receivedAt: Temporal.Instant
}

// The update locks the inbox, so concurrent requests get one number each and the newest REQUESTS_KEPT_MAX stay.
const insertRequestSql = sql<InboxReply>(`
  with inbox as (
    update inboxes set received_count = received_count + 1 where id = $1
    returning user_id, id, received_count, reply_status, reply_delay_ms),
  inserted as (
    insert into inbox_requests (user_id, inbox_id, number, headers, body, event_type, signature, received_at)
    select i.user_id, i.id, i.received_count, $2::json, $3, $4, $5, $6 from inbox i),
  deleted as (
    delete from inbox_requests r using inbox i
     where r.user_id = i.user_id and r.inbox_id = i.id and r.number <= i.received_count - ${REQUESTS_KEPT_MAX})
  select i.reply_status, i.reply_delay_ms from inbox i`)

/** Keeps a request, and deletes the oldest ones beyond REQUESTS_KEPT_MAX. Undefined when there is no inbox with this id. */
export function insertRequest(tx: Tx, request: NewRequest): Promise<InboxReply | undefined> {
  const { inboxId, headers, body, eventType, signature, receivedAt } = request
  return tx.row(insertRequestSql, [
    inboxId,
    JSON.stringify(headers),
    body,
    eventType,
    signature,
    receivedAt.toString(),
  ])
}

export type RequestRow = {
  readonly number: number
  readonly receivedAt: Temporal.Instant
  readonly bodyBytes: number
  readonly signature: SignatureResult
  readonly eventType: string | null
  readonly deliveryId: string | null
  readonly test: boolean
}

const requestColumns = `
  r.number, r.received_at, octet_length(r.body) as body_bytes, r.signature, r.event_type,
  r.headers ->> 'x-delivery-id' as delivery_id, coalesce(r.headers ->> 'x-test-notification' = 'true', false) as test`

const listRequestsSql = sql<RequestRow>(`
  select ${requestColumns} from inbox_requests r
   where r.user_id = $1 and r.inbox_id = $2 and r.number < $3
   order by r.number desc limit $4`)

/** The newest requests with numbers below `beforeNumber`, newest first. */
export function listRequests(
  db: Reader,
  { userId, inboxId }: { userId: Id<'user'>; inboxId: string },
  { beforeNumber, rowsMax }: { beforeNumber: number; rowsMax: number },
): Promise<RequestRow[]> {
  return db.rows(listRequestsSql, [userId, inboxId, beforeNumber, rowsMax])
}

export type WholeRequestRow = RequestRow & Pick<NewRequest, 'headers' | 'body'>

const findRequestSql = sql<WholeRequestRow>(`
  select ${requestColumns}, r.headers, r.body from inbox_requests r
   where r.user_id = $1 and r.inbox_id = $2 and r.number = $3`)

export function findRequest(
  db: Reader,
  { userId, inboxId }: { userId: Id<'user'>; inboxId: string },
  number: number,
): Promise<WholeRequestRow | undefined> {
  return db.row(findRequestSql, [userId, inboxId, number])
}
