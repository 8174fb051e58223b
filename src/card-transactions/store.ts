// The SQL statements that find card transactions by id, or write them. `list-store.ts` has the statements of lists.

import { recordEntriesStep } from '../balances/index.ts'
import { type CardRow, countTransaction, countTransactionStep } from '../cards/index.ts'
import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { NewEvent } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import type { Debit } from './model.ts'
import type { ChangingFields, TransactionRow } from './row.ts'

type Nullable<T> = { readonly [K in keyof T]: T[K] | null }
/** A transaction as it is stored: the fields of the debit are columns of the row. */
export type RawTransaction = Omit<TransactionRow, 'debit'> &
  Nullable<Omit<Debit, 'currency'>> & {
    readonly debitCurrency: Currency | null
  }

export function transactionOf(raw: RawTransaction): TransactionRow {
  const {
    balanceId,
    debitCurrency,
    debitMinor,
    feeMinor,
    partnerFeeMinor,
    partnerApplicationId,
    rate,
    ...row
  } = raw
  if (balanceId === null || debitCurrency === null || debitMinor === null)
    return { ...row, debit: null }
  return {
    ...row,
    debit: {
      balanceId,
      currency: debitCurrency,
      debitMinor,
      feeMinor: feeMinor ?? 0n,
      partnerFeeMinor: partnerFeeMinor ?? 0n,
      partnerApplicationId,
      rate: rate ?? '1',
    },
  }
}

export const transactionColumns = `
  t.profile_id, t.id, t.card_id, t.type, t.state, t.decline_reason, t.detailed_decline_reason, t.currency,
  t.amount as amount_minor, t.open_amount as open_minor, t.captured_amount as captured_minor,
  t.refunded_amount as refunded_minor, t.pos, t.amount_confirmed as is_amount_confirmed, t.merchant, t.approval_code,
  t.balance_id, t.debit_currency, t.debit as debit_minor, t.fee as fee_minor,
  t.partner_fee as partner_fee_minor, t.partner_application_id, t.rate::text as rate,
  t.held as held_minor, t.cost as cost_minor, t.captured_fee as captured_fee_minor,
  t.captured_partner_fee as captured_partner_fee_minor, t.refunded_fee as refunded_fee_minor,
  t.refunded_partner_fee as refunded_partner_fee_minor, t.rate_difference as rate_difference_minor,
  t.credit as credit_minor, t.original_id, t.authorised_usage as authorised_usage_minor,
  t.counted_usage as counted_usage_minor, t.balance_transaction_id, t.movements, t.event_count,
  t.lapses_at, t.lapsed_at, t.priced_at, t.created_at, t.updated_at`

const findTransactionSql = lookup<RawTransaction>(
  ['bigint', 'bigint'],
  `select ${transactionColumns} from card_transactions t where t.profile_id = $1 and t.id = $2`,
)

export async function findTransaction(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'card-transaction'>,
): Promise<TransactionRow | undefined> {
  const raw = await db.row(findTransactionSql, [profileId, id])
  return raw && transactionOf(raw)
}

const findTransactionsSql = sql<RawTransaction>(`
  select ${transactionColumns} from card_transactions t
   where t.profile_id = $1 and t.id = any($2::bigint[]) order by t.id`)

/** The profile's transactions with these ids, ascending by id. */
export async function findTransactions(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<TransactionRow[]> {
  return (await db.rows(findTransactionsSql, [profileId, ids])).map(transactionOf)
}

const lockTransactionSql = sql<RawTransaction>(`
  select ${transactionColumns} from card_transactions t where t.profile_id = $1 and t.id = $2 for no key update`)

/**
 * The card transaction, locked until the database transaction ends, so that its captures, reversals and refunds run one
 * after the other.
 */
export async function lockTransaction(
  tx: Tx,
  profileId: Id<'profile'>,
  id: Id<'card-transaction'>,
): Promise<TransactionRow | undefined> {
  const raw = await tx.row(lockTransactionSql, [profileId, id])
  return raw && transactionOf(raw)
}

/** The id is generated before the row is inserted, because the journals and the events contain the id. */
export const generateTransactionId = idGenerator<'card-transaction'>('card_transactions')

const newTransactionInput = {
  profileId: 'bigint',
  id: 'bigint',
  cardId: 'bigint',
  type: 'text',
  state: 'text',
  declineReason: 'text',
  detailedDeclineReason: 'text',
  currency: 'text',
  amountMinor: 'numeric',
  openMinor: 'numeric',
  capturedMinor: 'numeric',
  pos: 'text',
  isAmountConfirmed: 'boolean',
  merchant: 'jsonb',
  approvalCode: 'text',
  balanceId: 'bigint',
  debitCurrency: 'text',
  debitMinor: 'numeric',
  feeMinor: 'numeric',
  partnerFeeMinor: 'numeric',
  partnerApplicationId: 'bigint',
  rate: 'numeric',
  heldMinor: 'numeric',
  rateDifferenceMinor: 'numeric',
  creditMinor: 'numeric',
  originalId: 'bigint',
  authorisedUsageMinor: 'numeric',
  countedUsageMinor: 'numeric',
  movements: 'jsonb',
  eventCount: 'int',
  lapsesAt: 'timestamptz',
  pricedAt: 'timestamptz',
  eventName: 'text',
  eventSubject: 'text',
  payload: 'json',
} as const

// The balance entry is written in the same statement, so only the statement can add its id to the row and to the event.
// The event is changed as text, because converting it to jsonb took a tenth of the time of the statement. Quotes inside
// the texts of JSON are escaped, so only the field itself matches.
const insertSql = (input: string, name: string, counted: string, entryId: string) => `
  ${name}_row as materialized (
    select input.*, n.number, n.counted_at, ${entryId} as balance_transaction_id
      from ${input} join ${counted} n on n.request_index = input.request_index),
  ${name} as (
    insert into card_transactions
      (profile_id, id, card_id, number, type, state, decline_reason, detailed_decline_reason, currency,
       amount, open_amount, captured_amount, pos, amount_confirmed, merchant, approval_code, balance_id,
       debit_currency, debit, fee, partner_fee, partner_application_id, rate, held, rate_difference,
       credit, original_id, authorised_usage, counted_usage, balance_transaction_id, movements,
       event_count, lapses_at, priced_at, created_at, updated_at)
    overriding system value
    select profile_id, id, card_id, number, type, state, decline_reason, detailed_decline_reason, currency,
           amount_minor, open_minor, captured_minor, pos, is_amount_confirmed, merchant, approval_code, balance_id,
           debit_currency, debit_minor, fee_minor, partner_fee_minor, partner_application_id, rate, held_minor,
           rate_difference_minor, credit_minor, original_id, authorised_usage_minor, counted_usage_minor,
           balance_transaction_id, movements, event_count, lapses_at, priced_at, counted_at, counted_at
      from ${name}_row
    returning id),
  ${name}_event as (
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    select profile_id, event_name, event_subject, event_count,
           case when balance_transaction_id is null then payload
                else replace(payload::text, '"balance_transaction_id":null',
                             '"balance_transaction_id":' || balance_transaction_id)::json end,
           counted_at
      from ${name}_row)`

const insertAuthorisedStep = writeStep({
  name: 'card_transaction_authorised',
  input: newTransactionInput,
  tenant: 'profileId',
  reads: { counted: countTransactionStep, recordedEntries: recordEntriesStep },
  sql: ({ input, counted, recordedEntries }) =>
    insertSql(
      input,
      'card_transaction_authorised',
      counted,
      `(select e.entry_id from ${recordedEntries} e where e.request_index = input.request_index)`,
    ),
})

const insertTransactionStep = writeStep({
  name: 'card_transaction_inserted',
  input: newTransactionInput,
  tenant: 'profileId',
  reads: { counted: countTransactionStep },
  sql: ({ input, counted }) =>
    insertSql(input, 'card_transaction_inserted', counted, 'null::bigint'),
})

function inputOf(row: TransactionRow, { kind, subject, payload }: NewEvent) {
  const { debit } = row
  return {
    ...row,
    balanceId: debit?.balanceId,
    debitCurrency: debit?.currency,
    debitMinor: debit?.debitMinor,
    feeMinor: debit?.feeMinor,
    partnerFeeMinor: debit?.partnerFeeMinor,
    partnerApplicationId: debit?.partnerApplicationId,
    rate: debit?.rate,
    eventName: kind.name,
    eventSubject: subject,
    payload,
  }
}

function usedAmountOf({ profileId, cardId, countedUsageMinor, createdAt }: TransactionRow) {
  return { profileId, cardId, amountMinor: countedUsageMinor, at: createdAt }
}

/**
 * The write steps that insert a transaction with its first event. They come after the guards of the same write, because
 * they lock the usage of the card, which a failed write should not lock.
 */
export function insertTransaction(
  row: TransactionRow,
  event: NewEvent,
): [counted: WriteStep, inserted: WriteStep] {
  return [countTransaction(usedAmountOf(row)), insertTransactionStep(inputOf(row, event))]
}

/**
 * Inserts like `insertTransaction`, after `post` and `recordEntries`. The row and the event get the balance entry's id. The use
 * case is retried when the amount exceeds a limit of the card.
 */
export function insertAuthorisedTransaction(
  card: CardRow,
  row: TransactionRow,
  event: NewEvent,
): [counted: WriteStep, inserted: WriteStep] {
  return [countTransaction(usedAmountOf(row), card), insertAuthorisedStep(inputOf(row, event))]
}

const updateTransactionStep = writeStep({
  name: 'card_transaction_changed',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    eventCountBefore: 'int',
    state: 'text',
    openMinor: 'numeric',
    capturedMinor: 'numeric',
    refundedMinor: 'numeric',
    heldMinor: 'numeric',
    costMinor: 'numeric',
    capturedFeeMinor: 'numeric',
    capturedPartnerFeeMinor: 'numeric',
    refundedFeeMinor: 'numeric',
    refundedPartnerFeeMinor: 'numeric',
    rateDifferenceMinor: 'numeric',
    countedUsageMinor: 'numeric',
    balanceId: 'bigint',
    movements: 'jsonb',
    eventCount: 'int',
    lapsedAt: 'timestamptz',
    pricedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `card_transaction_changed as (
    update card_transactions t
       set state = input.state, open_amount = input.open_minor, captured_amount = input.captured_minor,
           refunded_amount = input.refunded_minor, held = input.held_minor, cost = input.cost_minor,
           captured_fee = input.captured_fee_minor, captured_partner_fee = input.captured_partner_fee_minor,
           refunded_fee = input.refunded_fee_minor,
           refunded_partner_fee = input.refunded_partner_fee_minor,
           rate_difference = input.rate_difference_minor, counted_usage = input.counted_usage_minor,
           balance_id = input.balance_id, movements = input.movements,
           event_count = input.event_count, lapsed_at = input.lapsed_at,
           priced_at = input.priced_at, updated_at = input.updated_at
      from ${input}
     where t.profile_id = input.profile_id and t.id = input.id
       and t.event_count = input.event_count_before
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/**
 * The write step that stores a changed transaction. The use case is retried when the event count of the stored row is no
 * longer `before.eventCount`.
 */
export function updateTransaction(before: TransactionRow, after: ChangingFields): WriteStep {
  return updateTransactionStep({
    ...after,
    profileId: before.profileId,
    id: before.id,
    balanceId: after.debit?.balanceId,
    eventCountBefore: before.eventCount,
  })
}
