// Transfers looked up to be told about: one as it is shown, and many at once for whoever tells what
// happened to money.

import { lookup, type Reader, sql } from '../kernel/db.ts'
import { decimal } from '../kernel/decimal.ts'
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

/** What of a transfer is shown as such. */
export type ShownTransfer = Pick<
  TransferRow,
  | 'profileId'
  | 'id'
  | 'userId'
  | 'business'
  | 'quoteId'
  | 'targetAccount'
  | 'sourceAccount'
  | 'status'
  | 'sourceCurrency'
  | 'sourceMinor'
  | 'feeMinor'
  | 'targetCurrency'
  | 'targetMinor'
  | 'rate'
  | 'rateLockedUntil'
  | 'details'
  | 'customerTransactionId'
  | 'payinSessionId'
  | 'cases'
  | 'createdAt'
>

// Asked more often than anything: no more columns than are shown.
const shownById = lookup<Omit<ShownTransfer, 'rate'> & { rate: string }>(
  ['bigint[]', 'bigint'],
  `select profile_id, id, user_id, business, quote_id, target_account, source_account, status,
          source_currency, source_amount as source_minor, fee as fee_minor, target_currency,
          target_amount as target_minor, rate::text as rate, rate_locked_until, details,
          customer_transaction_id, payin_session_id, cases, created_at
     from transfers where profile_id = any($1) and id = $2`,
)

export async function findShown(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<ShownTransfer | undefined> {
  const raw = await db.row(shownById, [profileIds, id])
  return raw && { ...raw, rate: decimal(raw.rate) }
}
