// SQL that finds the open disputes of all profiles, which wait for a person in live mode (D129).

import { type Reader, sql } from '../kernel/database/db.ts'
import type { DisputeRow } from './store.ts'

export type OpenDispute = Pick<
  DisputeRow,
  'profileId' | 'id' | 'transactionId' | 'reason' | 'subStatus' | 'createdAt'
>

const listOpenDisputesSql = sql<OpenDispute>(`
  select d.profile_id, d.id, d.transaction_id, d.reason, d.sub_status, d.created_at from disputes d
   where d.sub_status in ('SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED')
   order by d.created_at, d.id
   offset $1 limit $2`)

export function listOpenDisputes(
  db: Reader,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<OpenDispute[]> {
  return db.rows(listOpenDisputesSql, [offset, size])
}
