// SQL that finds the open transfers of all profiles, which operators work on in live mode (D129).

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/pages.ts'
import type { TransferStatus } from '../states.ts'

export type OpenTransfer = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'transfer'>
  readonly payIn: string
  readonly payOut: string
  readonly sourceCurrency: string
  readonly sourceMinor: bigint
  readonly targetCurrency: string
  readonly targetMinor: bigint
  readonly targetAccount: Id<'recipient'>
  readonly activeIssues: readonly string[]
  readonly createdAt: Temporal.Instant
}

const columns = `
  t.profile_id, t.id, t.pay_in, t.pay_out, t.source_currency, t.source_amount as source_minor, t.target_currency,
  t.target_amount as target_minor, t.target_account, t.active_issues, t.created_at`

const listUnpaidSql = sql<OpenTransfer>(`
  select ${columns} from transfers t
   where t.lapses_at is not null and t.batch_group_id is null
   order by t.lapses_at, t.id
   offset $1 limit $2`)

/** Unpaid transfers outside of batch groups, sorted by the end of their time to pay, then by id. */
export function listUnpaidTransfers(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<OpenTransfer[]> {
  return db.rows(listUnpaidSql, [offset, size])
}

// The list of statuses is the condition of the index `transfers_in_progress`, which PostgreSQL uses only when the
// statement repeats it.
const listInProgressSql = sql<OpenTransfer>(`
  select ${columns} from transfers t
   where t.status = $1 and t.status in ('processing', 'funds_converted', 'bounced_back')
   order by t.id
   offset $2 limit $3`)

/** Paid transfers of all profiles with this status, ascending by id. */
export function listTransfersInProgress(
  db: Reader,
  status: Extract<TransferStatus, 'processing' | 'funds_converted' | 'bounced_back'>,
  { offset, size }: OffsetPage,
): Promise<OpenTransfer[]> {
  return db.rows(listInProgressSql, [status, offset, size])
}
