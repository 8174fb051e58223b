// SQL for the security log that the console of live mode shows.

import { type Database, type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

export type LogEntry = {
  readonly event: string
  readonly nature: 'failure' | 'change'
  /** The declared fields of the event. */
  readonly fields: Readonly<Record<string, number | string>>
  readonly operation: string | undefined
  readonly address: string | undefined
  readonly traceId: string | undefined
  readonly occurredAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

const insertEntriesSql = sql<never>(`
  insert into security_log (event, nature, fields, operator_id, operation, address, trace_id, occurred_at, expires_at)
  select e.event, e.nature, e.fields, (e.fields ->> 'operatorId')::bigint, e.operation, e.address, e.trace_id,
         e.occurred_at, e.expires_at
    from rows from (jsonb_to_recordset($1::jsonb) as (event text, nature text, fields jsonb, operation text,
           address text, trace_id uuid, occurred_at timestamptz, expires_at timestamptz)) with ordinality
      as e (event, nature, fields, operation, address, trace_id, occurred_at, expires_at, row_index)
   order by e.row_index`)

/** Appends the entries in their order. */
export async function insertEntries(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    event: entry.event,
    nature: entry.nature,
    fields: entry.fields,
    operation: entry.operation,
    address: entry.address,
    trace_id: entry.traceId,
    occurred_at: entry.occurredAt.toString(),
    expires_at: entry.expiresAt.toString(),
  }))
  await tx.rows(insertEntriesSql, [JSON.stringify(rows)])
}

type LogRow = Pick<LogEntry, 'event' | 'nature' | 'fields'> & {
  readonly id: Id<'security-log-entry'>
  readonly operation: string | null
  readonly address: string | null
  readonly traceId: string | null
  readonly occurredAt: Temporal.Instant
  /** The name of the operator whose id the entry has. */
  readonly operator: string | null
}

const listEntriesSql = sql<LogRow>(`
  select l.id, l.event, l.nature, l.fields, l.operation, l.address, l.trace_id, l.occurred_at, o.name as operator
    from security_log l left join operators o on o.id = l.operator_id
   where l.id < $1
   order by l.id desc
   limit $2`)

/** The newest entries before `beforeId`, newest first. */
export function listEntries(db: Reader, beforeId: number, size: number): Promise<LogRow[]> {
  return db.rows(listEntriesSql, [beforeId, size])
}

/** The most entries that one run of the sweep deletes in its one statement: few enough for the statement to be short. */
export const DELETED_PER_RUN_MAX = 1000

const deleteExpiredSql = sql<{ id: number }>(`
  delete from security_log l
   where l.id = any(array(
         select e.id from security_log e where e.expires_at <= $1 order by e.expires_at limit ${DELETED_PER_RUN_MAX}))
  returning l.id`)

/** Deletes up to DELETED_PER_RUN_MAX expired entries, and returns how many. */
export async function deleteExpiredEntries(db: Database, now: Temporal.Instant): Promise<number> {
  return db.transact(async (tx) => (await tx.rows(deleteExpiredSql, [now.toString()])).length)
}
