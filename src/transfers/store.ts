// The SQL statements that find, lock or write transfers by their ids, by the key of the client or by an active issue.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import { decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { acceptQuoteStep } from '../quotes/index.ts'
import type { IssueType, ShownTransfer, TransferKey, TransferRow } from './row.ts'

export type RawTransfer = Omit<TransferRow, 'rate'> & { rate: string }

export function rowOf(raw: RawTransfer): TransferRow {
  return { ...raw, rate: decimal(raw.rate) }
}

export const columns = `
  t.profile_id, t.id, t.user_id, t.business as is_business, t.quote_id, t.target_account, t.by_email, t.source_account,
  t.status, t.pay_in, t.pay_out, t.source_currency, t.source_amount as source_minor,
  t.fee as fee_minor, t.partner_fee as partner_fee_minor, t.partner_application_id,
  t.target_currency, t.target_amount as target_minor, t.rate::text as rate, t.rate_locked_until,
  t.details, t.customer_transaction_id, t.original_transfer_id, t.originator, t.request_hash,
  t.payin_session_id, t.active_issues, t.held_past_lock, t.event_count,
  t.paid_balance_id, t.batch_group_id, t.created_at, t.lapses_at, t.advances_at, p.method as payment_method`

export const fromTransfers = `
  from transfers t
  left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id`

const findTransferSql = lookup<RawTransfer>(
  ['bigint[]', 'bigint'],
  `select ${columns} ${fromTransfers} where t.profile_id = any($1) and t.id = $2`,
)

export async function findTransfer(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<TransferRow | undefined> {
  const raw = await db.row(findTransferSql, [profileIds, id])
  return raw && rowOf(raw)
}

const findTransfersSql = sql<RawTransfer>(`
  select ${columns} ${fromTransfers} where t.profile_id = $1 and t.id = any($2::bigint[]) order by t.id`)

/** The profile's transfers with these ids, ascending by id. */
export async function findTransfers(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<TransferRow[]> {
  return (await db.rows(findTransfersSql, [profileId, ids])).map(rowOf)
}

const lockTransferSql = sql<never>(`
  select from transfers where profile_id = any($1::bigint[]) and id = $2 for update`)

/** Locks the transfer until the transaction ends. */
export async function lockTransfer(
  tx: Tx,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<void> {
  await tx.rows(lockTransferSql, [profileIds, id])
}

/** SQL condition: the transfer will be priced again once it has no rate lock (D12a, D111a). */
export const mayBePricedAgainSql = `(source_currency <> target_currency
          and (status = 'incoming_payment_waiting'
               or status = 'processing' and (held_past_lock or active_issues <> '{}')))`

// Serves the most frequent request, `GET /v1/transfers/{transferId}`. It reads only the fields that replies show, in the
// form in which replies show them, so that most reads parse no instant, and no read formats one.
const findShownTransferSql = lookup<ShownTransfer>(
  ['bigint[]', 'bigint'],
  `select id, user_id, case when business then profile_id end as business, quote_id, target_account,
          source_account, status, source_currency, source_amount - fee as converted_minor, target_currency,
          target_amount as target_minor, rate::float8 as rate,
          case when ${mayBePricedAgainSql} then rate_locked_until end as rate_locked_until,
          ${mayBePricedAgainSql} as may_be_priced_again,
          details, customer_transaction_id, payin_session_id, active_issues <> '{}' as has_active_issues,
          date_trunc('second', created_at at time zone 'UTC')::text as created
     from transfers where profile_id = any($1) and id = $2`,
)

/** The fields of a transfer that replies show; `shownOf` derives the same fields from a whole row. */
export function findShownTransfer(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'transfer'>,
): Promise<ShownTransfer | undefined> {
  return db.row(findShownTransferSql, [profileIds, id])
}

// Returns one row for each transfer that was created with the key, or one row without a transfer; each row has an id for a
// new transfer. `nextval` is in the select list and not in a subquery, so PostgreSQL calls it for each returned row: each of
// several lookups that are sent as one batch gets a different id.
const byKey = (column: 'customer_transaction_id' | 'original_transfer_id') =>
  lookup<RawTransfer & { nextId: Id<'transfer'> }>(
    ['bigint[]', 'text'],
    `select nextval('transfers_id_seq') as next_id, ${columns}
       from (select $2::text as key) wanted
       left join transfers t on t.profile_id = any($1) and t.${column} = wanted.key
       left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
      order by t.id`,
  )

const byCustomerTransaction = byKey('customer_transaction_id')
const byOriginal = byKey('original_transfer_id')

/**
 * The transfers that were created with this key, at most one for each profile, and an id for a new one. The id is
 * generated before the insert because the event of the creation contains it.
 */
export async function listByKey(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  { name, value }: TransferKey,
): Promise<{ existing: TransferRow[]; nextId: Id<'transfer'> }> {
  const statement = name === 'originalTransferId' ? byOriginal : byCustomerTransaction
  const rows = await db.rows(statement, [profileIds, value])
  const [first] = rows
  if (first === undefined) throw new Error('transfers_id_seq returned no value')
  return { existing: rows.filter(({ id }) => id !== null).map(rowOf), nextId: first.nextId }
}

const lockTransfersWithIssueSql = sql<RawTransfer>(`
  select ${columns} ${fromTransfers}
   where t.profile_id = $1 and $2 = any(t.active_issues)
   order by t.id
     for update of t`)

/** The profile's transfers with this active issue, locked in the order of their ids. */
export async function lockTransfersWithIssue(
  tx: Tx,
  profileId: Id<'profile'>,
  issue: IssueType,
): Promise<TransferRow[]> {
  return (await tx.rows(lockTransfersWithIssueSql, [profileId, issue])).map(rowOf)
}

const insertTransferStep = writeStep({
  name: 'transfer_inserted',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    userId: 'bigint',
    isBusiness: 'boolean',
    quoteId: 'uuid',
    targetAccount: 'bigint',
    byEmail: 'boolean',
    sourceAccount: 'bigint',
    status: 'text',
    payIn: 'text',
    payOut: 'text',
    sourceCurrency: 'text',
    sourceMinor: 'numeric',
    feeMinor: 'numeric',
    partnerFeeMinor: 'numeric',
    partnerApplicationId: 'bigint',
    targetCurrency: 'text',
    targetMinor: 'numeric',
    rate: 'numeric',
    rateLockedUntil: 'timestamptz',
    details: 'jsonb',
    customerTransactionId: 'text',
    originalTransferId: 'text',
    originator: 'jsonb',
    requestHash: 'text',
    batchGroupId: 'uuid',
    payinSessionId: 'uuid',
    activeIssues: 'text[]',
    eventCount: 'int',
    createdAt: 'timestamptz',
    lapsesAt: 'timestamptz',
  },
  tenant: 'profileId',
  reads: { acceptedQuote: acceptQuoteStep },
  sql: ({ input, acceptedQuote }) => `transfer_inserted as (
    insert into transfers (profile_id, id, user_id, business, quote_id, target_account, by_email,
      source_account, status, pay_in, pay_out, source_currency, source_amount, fee, partner_fee,
      partner_application_id, target_currency, target_amount, rate, rate_locked_until, details,
      customer_transaction_id, original_transfer_id, originator, request_hash, batch_group_id,
      payin_session_id, active_issues, event_count, created_at, lapses_at)
    overriding system value
    select profile_id, id, user_id, is_business, quote_id, target_account, by_email,
           source_account, status, pay_in, pay_out, source_currency, source_minor, fee_minor,
           partner_fee_minor, partner_application_id, target_currency, target_minor, rate,
           case when (select keeps_rate from ${acceptedQuote} q where q.request_index = input.request_index)
                then rate_locked_until end,
           details, customer_transaction_id, original_transfer_id, originator, request_hash,
           batch_group_id, payin_session_id, active_issues, event_count, created_at, lapses_at
      from ${input}
    returning id)`,
  // Another request with the same key or quote came first. With the key, the retry finds the transfer of that request; with
  // the quote alone, it refuses the used quote.
  constraints: {
    transfers_one_per_key: 'retry',
    transfers_one_per_original: 'retry',
    transfers_one_per_quote: 'retry',
  },
})

/** Must come after `acceptQuote` in the same write: that step returns whether the transfer keeps its locked rate. */
export function insertTransfer(transfer: TransferRow): WriteStep {
  return insertTransferStep({ ...transfer, rate: decimalText(transfer.rate) })
}

const updateTransfersStep = writeStep({
  name: 'transfer_changed',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    statusBefore: 'text',
    eventCountBefore: 'int',
    paidBalanceIdBefore: 'bigint',
    status: 'text',
    eventCount: 'int',
    activeIssues: 'text[]',
    heldPastLock: 'boolean',
    payIn: 'text',
    sourceMinor: 'numeric',
    feeMinor: 'numeric',
    partnerFeeMinor: 'numeric',
    targetMinor: 'numeric',
    rate: 'numeric',
    paidBalanceId: 'bigint',
    advancesAt: 'timestamptz',
    changedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `transfer_changed as (
    update transfers t
       set status = input.status, event_count = input.event_count, active_issues = input.active_issues,
           held_past_lock = input.held_past_lock,
           pay_in = input.pay_in, source_amount = input.source_minor, fee = input.fee_minor,
           partner_fee = input.partner_fee_minor, target_amount = input.target_minor,
           rate = input.rate, paid_balance_id = input.paid_balance_id,
           advances_at = input.advances_at, changed_at = input.changed_at,
           lapses_at = case when input.status = 'incoming_payment_waiting' then t.lapses_at end
      from ${input}
     where t.profile_id = input.profile_id and t.id = input.id
       and t.status = input.status_before and t.event_count = input.event_count_before
       and t.paid_balance_id is not distinct from input.paid_balance_id_before
    returning input.request_index, t.id)`,
  // Another change came first: the retry decides on the transfer as that change left it. The balance is compared too,
  // because a charge-back changes where a refund goes without an event (`chargeBackMembers`).
  onGuardFailed: 'retry',
})

type ChangedTransfer = { readonly before: TransferRow; readonly after: TransferRow }

/** The write step that changes transfers from `before` to `after`. Retries when a transfer has changed since it was read. */
export function updateTransfers(
  changes: readonly ChangedTransfer[],
  now: Temporal.Instant,
): WriteStep {
  return updateTransfersStep(
    changes.map(({ before, after }) => ({
      ...after,
      statusBefore: before.status,
      eventCountBefore: before.eventCount,
      paidBalanceIdBefore: before.paidBalanceId,
      rate: decimalText(after.rate),
      changedAt: now,
    })),
  )
}
