// Every SQL statement about linked accounts and direct debits.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { PaymentExists } from '../errors.ts'
import type { InitiationStatus } from '../states.ts'
import type { DebitDetails, DebitType } from './model.ts'

export type DebitAccountRow = {
  profileId: Id<'profile'>
  id: Id<'debit-account'>
  type: DebitType
  currency: Currency
  details: DebitDetails
}

const accountColumns = 'a.profile_id, a.id, a.type, a.currency, a.details'

const listAccountsSql = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts a where profile_id = $1 order by id`)

export function listAccounts(db: Reader, profileId: Id<'profile'>): Promise<DebitAccountRow[]> {
  return db.rows(listAccountsSql, [profileId])
}

const findAccountSql = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts a where profile_id = $1 and id = $2`)

export function findAccount(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'debit-account'>,
): Promise<DebitAccountRow | undefined> {
  return db.row(findAccountSql, [profileId, id])
}

const insertAccountStep = writeStep({
  name: 'account_linked',
  input: {
    profileId: 'bigint',
    type: 'text',
    currency: 'text',
    details: 'jsonb',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `account_linked as (
    merge into debit_accounts a using ${input} ${INSERT_EVERY_ROW}
          (profile_id, type, currency, details, created_at)
   values (input.profile_id, input.type, input.currency, input.details, input.created_at)
    returning input.request_index, ${accountColumns})`,
  returns: rowType<DebitAccountRow>(),
})

export function insertAccount(
  account: Omit<DebitAccountRow, 'id'>,
  now: Temporal.Instant,
): WriteStep<DebitAccountRow> {
  return insertAccountStep({ ...account, createdAt: now })
}

export type InitiationRow = {
  profileId: Id<'profile'>
  id: Id<'payment-initiation'>
  batchGroupId: string
  userId: Id<'user'>
  accountId: Id<'debit-account'>
  accountType: DebitType
  reference: string
  status: InitiationStatus
  /** The id of the payment that the debit makes; null unless the initiation has been PROCESSING. */
  payInId: Id<'batch-payment'> | null
  /** The number of the latest event about the initiation. */
  eventCount: number
  createdAt: Temporal.Instant
}

const initiationColumns = `
  profile_id, id, batch_group_id, user_id, account_id, account_type, reference, status, pay_in_id,
  event_count, created_at`

const findInitiationSql = sql<InitiationRow>(`
  select ${initiationColumns} from payment_initiations where profile_id = any($1) and id = $2`)

export function findInitiation(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'payment-initiation'>,
): Promise<InitiationRow | undefined> {
  return db.row(findInitiationSql, [profileIds, id])
}

const lockInitiationSql = sql<InitiationRow>(`
  select ${initiationColumns} from payment_initiations
   where profile_id = $1 and id = $2 for update`)

/** The caller has locked the group first: the reverse order could deadlock. */
export function lockInitiation(
  tx: Tx,
  { profileId, id }: InitiationRow,
): Promise<InitiationRow | undefined> {
  return tx.row(lockInitiationSql, [profileId, id])
}

/** The id is generated before the insert, because the default reference contains digits of the id. */
export const generateInitiationId = idGenerator<'payment-initiation'>('payment_initiations')

const insertInitiationStep = writeStep({
  name: 'payment_initiated',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    batchGroupId: 'uuid',
    userId: 'bigint',
    accountId: 'bigint',
    accountType: 'text',
    reference: 'text',
    status: 'text',
    payInId: 'bigint',
    eventCount: 'int',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `payment_initiated as (
    insert into payment_initiations (profile_id, id, batch_group_id, user_id, account_id,
      account_type, reference, status, pay_in_id, event_count, created_at)
    overriding system value
    select profile_id, id, batch_group_id, user_id, account_id, account_type, reference, status,
           pay_in_id, event_count, created_at
      from ${input}
    returning id)`,
  constraints: { payment_initiations_one_not_failed: PaymentExists },
})

export function insertInitiation(row: InitiationRow): WriteStep {
  return insertInitiationStep(row)
}

const updateInitiationStep = writeStep({
  name: 'initiation_moved',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    statusBefore: 'text',
    status: 'text',
    payInId: 'bigint',
  },
  tenant: 'profileId',
  sql: ({ input }) => `initiation_moved as (
    update payment_initiations i
       set status = input.status, pay_in_id = input.pay_in_id, event_count = i.event_count + 1
      from ${input}
     where i.profile_id = input.profile_id and i.id = input.id and i.status = input.status_before
    returning input.request_index, i.id)`,
  onGuardFailed: 'retry',
})

/**
 * The initiation after a change, and the write step that stores it. The caller has locked the initiation. The new event
 * count is the number of the event of this change.
 */
export function updateInitiation(
  before: InitiationRow,
  status: InitiationStatus,
  payInId: Id<'batch-payment'> | null,
): { after: InitiationRow; write: WriteStep } {
  const after = { ...before, status, payInId, eventCount: before.eventCount + 1 }
  return { after, write: updateInitiationStep({ ...after, statusBefore: before.status }) }
}
