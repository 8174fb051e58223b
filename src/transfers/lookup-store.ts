// Transfers looked up to be told about: one as it is shown, and many at once for whoever tells what
// happened to money.

import { lookup, type Reader, sql } from '../kernel/db.ts'
import { type Decimal, decimal } from '../kernel/decimal.ts'
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

/** As JSON has it: amounts and times are text. */
type StoredTransfer = {
  readonly [K in keyof ShownTransfer]: ShownTransfer[K] extends bigint | Decimal | Temporal.Instant
    ? string
    : ShownTransfer[K] extends Temporal.Instant | null
      ? string | null
      : ShownTransfer[K]
}

// Asked more often than anything: no more than is shown, and as one value, since a row of twenty columns
// takes the service twice as long to read (docs/benchmarks.md).
const shownById = lookup<{ shown: StoredTransfer }>(
  ['bigint[]', 'bigint'],
  `select json_build_object(
            'profileId', profile_id, 'id', id, 'userId', user_id, 'business', business,
            'quoteId', quote_id, 'targetAccount', target_account, 'sourceAccount', source_account,
            'status', status, 'sourceCurrency', source_currency,
            'sourceMinor', source_amount::text, 'feeMinor', fee::text,
            'targetCurrency', target_currency, 'targetMinor', target_amount::text,
            'rate', rate::text, 'rateLockedUntil', rate_locked_until, 'details', details,
            'customerTransactionId', customer_transaction_id, 'payinSessionId', payin_session_id,
            'cases', cases, 'createdAt', created_at) as shown
     from transfers where profile_id = any($1) and id = $2`,
)

export async function findShown(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<ShownTransfer | undefined> {
  const found = await db.row(shownById, [profileIds, id])
  if (found === undefined) return undefined
  const { shown } = found
  return {
    ...shown,
    sourceMinor: BigInt(shown.sourceMinor),
    feeMinor: BigInt(shown.feeMinor),
    targetMinor: BigInt(shown.targetMinor),
    rate: decimal(shown.rate),
    rateLockedUntil:
      shown.rateLockedUntil === null ? null : Temporal.Instant.from(shown.rateLockedUntil),
    createdAt: Temporal.Instant.from(shown.createdAt),
  }
}
