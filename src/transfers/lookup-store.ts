// Transfers looked up to be told about: one as it is shown, and many at once for whoever tells what
// happened to money.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { columns, joined, type Raw, rowOf, type TransferRow } from './store.ts'

const byIds = sql<Raw>(`
  select ${columns} ${joined} where t.profile_id = $1 and t.id = any($2::bigint[]) order by t.id`)

/** Those of the profile's transfers that `ids` name, ascending. */
export async function findTransfers(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<TransferRow[]> {
  return (await db.rows(byIds, [profileId, ids])).map(rowOf)
}

const locked = sql<never>(`
  select from transfers where profile_id = any($1::bigint[]) and id = $2 for update`)

/** Keeps the transfer as it is until the transaction ends. */
export async function lockTransfer(
  tx: Tx,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<void> {
  await tx.rows(locked, [profileIds, id])
}

const changedAt = sql<{ at: Temporal.Instant }>(`
  select coalesce(changed_at, created_at) as at from transfers where profile_id = $1 and id = $2`)

/** When the transfer came into its present status. */
export async function findChangedAt(
  db: Reader,
  { profileId, id }: Pick<TransferRow, 'profileId' | 'id'>,
): Promise<Temporal.Instant | undefined> {
  return (await db.row(changedAt, [profileId, id]))?.at
}

/** What of a transfer is shown as such. */
export type ShownTransfer = Pick<
  TransferRow,
  | 'id'
  | 'userId'
  | 'quoteId'
  | 'targetAccount'
  | 'sourceAccount'
  | 'status'
  | 'sourceCurrency'
  | 'targetCurrency'
  | 'targetMinor'
  | 'details'
  | 'customerTransactionId'
  | 'payinSessionId'
> & {
  /** The profile, when it is a business. */
  readonly business: Id<'profile'> | null
  /** The source amount less the fee. */
  readonly convertedMinor: bigint
  readonly rate: number
  /** Read only for a transfer that may be priced again; null for others. */
  readonly rateLockedUntil: Temporal.Instant | null
  readonly hasActiveIssues: boolean
  /** It is not paid yet, or a case holds or held its money past the lock (D12a, D111a). */
  readonly mayBePricedAgain: boolean
  /** YYYY-MM-DD hh:mm:ss, UTC. */
  readonly created: string
}

/** Of a row of transfers: whether it is priced again once its lock is over (D12a, D111a). */
export const mayBePricedAgain = `(source_currency <> target_currency
          and (status = 'incoming_payment_waiting'
               or status = 'processing' and (held_past_lock or active_issues <> '{}')))`

// Asked more often than anything: no more is read than is shown, and in the form it is shown in, since
// to make an instant and to write it out is a fifth of what such a request costs (docs/benchmarks.md).
const shownById = lookup<ShownTransfer>(
  ['bigint[]', 'bigint'],
  `select id, user_id, case when business then profile_id end as business, quote_id, target_account,
          source_account, status, source_currency, source_amount - fee as converted_minor, target_currency,
          target_amount as target_minor, rate::float8 as rate,
          case when ${mayBePricedAgain} then rate_locked_until end as rate_locked_until,
          ${mayBePricedAgain} as may_be_priced_again,
          details, customer_transaction_id, payin_session_id, active_issues <> '{}' as has_active_issues,
          date_trunc('second', created_at at time zone 'UTC')::text as created
     from transfers where profile_id = any($1) and id = $2`,
)

export function findShown(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<ShownTransfer | undefined> {
  return db.row(shownById, [profileIds, id])
}
