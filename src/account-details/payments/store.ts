// Every SQL statement about incoming payments and their returns.

import { type Reader, sql } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { PaymentRecorded, ReturnExists } from '../errors.ts'
import type { PaymentKind } from '../model.ts'
import type { IncomingPaymentState } from '../states.ts'
import type { ReturnReason } from './return-reasons.ts'

/** The sender as the bank reported it; null where the bank reported nothing. */
export type Sender = {
  readonly name: string | null
  readonly accountNumber: string | null
  readonly bankCode: string | null
  readonly address: string | null
}

export type PaymentRow = {
  profileId: Id<'profile'>
  id: Id<'incoming-payment'>
  accountDetailsId: Id<'account-details'>
  balanceId: Id<'balance'>
  currency: Currency
  amountMinor: bigint
  kind: PaymentKind
  state: IncomingPaymentState
  sender: Sender
  reference: string
  /** Only SWIFT payments have a UETR. */
  uetr: string | null
  /** Null in the sandbox. */
  bankTransactionId: string | null
  /** The number of the latest event about the payment. */
  eventCount: number
  receivedAt: Temporal.Instant
}

const columns = `
  profile_id, id, account_details_id, balance_id, currency, amount as amount_minor, kind, state,
  sender, reference, uetr, bank_transaction_id, event_count, received_at`

const findPaymentSql = sql<PaymentRow>(`
  select ${columns} from incoming_payments where profile_id = $1 and id = $2`)

export function findPayment(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'incoming-payment'>,
): Promise<PaymentRow | undefined> {
  return db.row(findPaymentSql, [profileId, id])
}

const findPaymentsSql = sql<PaymentRow>(`
  select ${columns} from incoming_payments
   where profile_id = $1 and id = any($2::bigint[]) order by id`)

/** The payments of the profile with these ids, ascending by id. */
export function findPayments(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<PaymentRow[]> {
  return db.rows(findPaymentsSql, [profileId, ids])
}

const listWaitingPaymentsSql = sql<PaymentRow>(`
  select ${columns} from incoming_payments
   where profile_id = $1 and state = 'PROCESSING' and ($2::bigint is null or id = $2)
   order by balance_id, id limit $3`)

/**
 * At most `rowsMax` payments that wait for the verification of the profile, or only the payment `id`, in the order in which
 * balances are locked.
 */
export function listWaitingPayments(
  db: Reader,
  profileId: Id<'profile'>,
  { id, rowsMax }: { readonly id?: Id<'incoming-payment'>; readonly rowsMax: number },
): Promise<PaymentRow[]> {
  return db.rows(listWaitingPaymentsSql, [profileId, id ?? null, rowsMax])
}

const listPaymentsBeforeSql = sql<PaymentRow>(`
  select ${columns} from incoming_payments
   where profile_id = $1 and id < $2 order by id desc limit $3`)

/** The newest payments before `beforeId`, newest first. */
export function listPaymentsBefore(
  db: Reader,
  profileId: Id<'profile'>,
  { beforeId, rowsMax }: { readonly beforeId: number; readonly rowsMax: number },
): Promise<PaymentRow[]> {
  return db.rows(listPaymentsBeforeSql, [profileId, beforeId, rowsMax])
}

/** The id is generated before the insert, because the journal and the events contain the id. */
export const generatePaymentId = idGenerator<'incoming-payment'>('incoming_payments')

const insertPaymentStep = writeStep({
  name: 'incoming_payment_inserted',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    accountDetailsId: 'bigint',
    balanceId: 'bigint',
    currency: 'text',
    amountMinor: 'numeric',
    kind: 'text',
    state: 'text',
    sender: 'jsonb',
    reference: 'text',
    uetr: 'uuid',
    bankTransactionId: 'text',
    eventCount: 'int',
    receivedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `incoming_payment_inserted as (
    insert into incoming_payments
      (profile_id, id, account_details_id, balance_id, currency, amount, kind, state, sender,
       reference, uetr, bank_transaction_id, event_count, received_at)
    overriding system value
    select profile_id, id, account_details_id, balance_id, currency, amount_minor, kind, state,
           sender, reference, uetr, bank_transaction_id, event_count, received_at
      from ${input}
    returning id)`,
  constraints: {
    incoming_payments_one_uetr: PaymentRecorded,
    incoming_payments_one_bank_transaction: PaymentRecorded,
  },
})

/** The write step that inserts a payment. Refuses with PaymentRecorded when the UETR or the bank's id is recorded already. */
export function insertPayment(row: PaymentRow): WriteStep {
  return insertPaymentStep(row)
}

const updatePaymentStep = writeStep({
  name: 'incoming_payment_updated',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    balanceId: 'bigint',
    state: 'text',
    eventCount: 'int',
  },
  tenant: 'profileId',
  sql: ({ input }) => `incoming_payment_updated as (
    update incoming_payments p
       set state = input.state, balance_id = input.balance_id, event_count = input.event_count
      from ${input}
     where p.profile_id = input.profile_id and p.id = input.id
       and p.event_count = input.event_count - 1
    returning input.request_index, p.id)`,
  onGuardFailed: 'retry',
})

/** `after` has the next event count. The use case is retried when the payment changed meanwhile. */
export function updatePayment(after: PaymentRow): WriteStep {
  return updatePaymentStep(after)
}

const insertReturnStep = writeStep({
  name: 'payment_return_inserted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    paymentId: 'bigint',
    balanceId: 'bigint',
    reason: 'text',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `payment_return_inserted as (
    insert into payment_returns (profile_id, id, payment_id, balance_id, reason, created_at)
    select profile_id, id, payment_id, balance_id, reason, created_at from ${input}
    returning id)`,
  constraints: { payment_returns_profile_id_payment_id_key: ReturnExists },
})

type ReturnRow = {
  readonly profileId: Id<'profile'>
  readonly id: string
  readonly paymentId: Id<'incoming-payment'>
  /** The balance that was debited. */
  readonly balanceId: Id<'balance'>
  readonly reason: ReturnReason | null
  readonly createdAt: Temporal.Instant
}

/** The write step that inserts a return. Refuses with ReturnExists when the payment has a return. */
export function insertReturn(row: ReturnRow): WriteStep {
  return insertReturnStep(row)
}
