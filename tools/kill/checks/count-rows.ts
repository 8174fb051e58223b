// Counts rows: all rows for the report, the events and deliveries still to be sent, and the groups that are partly cancelled.

import { type Database, sql } from '../../../src/kernel/database/db.ts'

type RowCounts = {
  transfers: number
  movements: number
  groups: number
  debits: number
  claims: number
  files: number
  documents: number
  disputes: number
  deliveries: number
}

const countRowsSql = sql<RowCounts>(`
  select (select count(*)::int from transfers) as transfers,
         (select count(*)::int from balance_movements) as movements,
         (select count(*)::int from batch_groups) as groups,
         (select count(*)::int from payment_initiations) as debits,
         (select count(*)::int from transfer_claims) as claims,
         (select count(*)::int from uploaded_files) as files,
         (select count(*)::int from identity_documents) as documents,
         (select count(*)::int from disputes) as disputes,
         (select count(*)::int from deliveries where not test) as deliveries`)

export async function countRows(db: Database): Promise<RowCounts> {
  const row = await db.reader.row(countRowsSql)
  if (row === undefined) throw new Error('the statement that counts rows returned no row')
  return row
}

const countOpenSql = sql<{ events: number; deliveries: number }>(`
  select (select count(*)::int from events where dispatched_at is null) as events,
         (select count(*)::int from deliveries
           where state in ('QUEUED', 'RETRYING') and not test) as deliveries`)

/** The number of events and deliveries that are still to be sent. */
export async function countOpen(db: Database): Promise<number> {
  const row = await db.reader.row(countOpenSql)
  if (row === undefined) throw new Error('the statement that counts open events returned no row')
  return row.events + row.deliveries
}

/** Groups of which some members are cancelled and others still wait for their payment. */
const halfCancelledSql = sql<{ id: string }>(`
  select g.id from batch_groups g
   where g.status = 'PROCESSING_CANCEL'
     and exists (select 1 from transfers t where t.profile_id = g.profile_id
                    and t.batch_group_id = g.id and t.status = 'cancelled')
     and exists (select 1 from transfers t where t.profile_id = g.profile_id
                    and t.batch_group_id = g.id and t.status = 'incoming_payment_waiting')`)

export async function countHalfCancelled(db: Database): Promise<number> {
  return (await db.reader.rows(halfCancelledSql)).length
}
