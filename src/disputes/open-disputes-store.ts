// SQL that finds the open disputes of all profiles, which operators work on in live mode (D129).

import { type Reader, sql } from '../kernel/database/db.ts'
import type { OffsetPage } from '../kernel/pages.ts'
import { subStatusesOf } from './states.ts'
import type { DisputeRow } from './store.ts'

type OpenDispute = Pick<
  DisputeRow,
  'profileId' | 'id' | 'transactionId' | 'reason' | 'subStatus' | 'createdAt'
>

const openSubStatuses = subStatusesOf('ACTIVE').map((subStatus) => `'${subStatus}'`)
/** The condition of the index `disputes_open`. */
const isOpenSql = `d.sub_status in (${openSubStatuses.join(', ')})`

const listOpenDisputesSql = sql<OpenDispute>(`
  select d.profile_id, d.id, d.transaction_id, d.reason, d.sub_status, d.created_at from disputes d
   where ${isOpenSql}
   order by d.created_at, d.id
   offset $1 limit $2`)

/** A page of the open disputes of all profiles, oldest first. */
export function listOpenDisputes(db: Reader, { offset, size }: OffsetPage): Promise<OpenDispute[]> {
  return db.rows(listOpenDisputesSql, [offset, size])
}
