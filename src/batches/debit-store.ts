// Every SQL statement about linked accounts and the direct debits from them.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idsFor } from '../kernel/database/generate-id.ts'
import { type Part, part } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { PaymentExists } from './errors.ts'
import type { DebitDetails, DebitType } from './model.ts'
import type { InitiationStatus } from './states.ts'

export type DebitAccountRow = {
  profileId: Id<'profile'>
  id: Id<'debit-account'>
  type: DebitType
  currency: Currency
  details: DebitDetails
}

const accountColumns = 'a.profile_id, a.id, a.type, a.currency, a.details'

const accountsOf = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts a where profile_id = $1 order by id`)

export function listAccounts(db: Reader, profileId: Id<'profile'>): Promise<DebitAccountRow[]> {
  return db.rows(accountsOf, [profileId])
}

const accountById = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts a where profile_id = $1 and id = $2`)

export function findAccount(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'debit-account'>,
): Promise<DebitAccountRow | undefined> {
  return db.row(accountById, [profileId, id])
}

const linked = part({
  name: 'account_linked',
  takes: {
    profileId: 'bigint',
    type: 'text',
    currency: 'text',
    details: 'jsonb',
    createdAt: 'timestamptz',
  },
  text: `account_linked as (
    merge into debit_accounts a using asked on false
     when not matched then
   insert (profile_id, type, currency, details, created_at)
   values (asked.profile_id, asked.type, asked.currency, asked.details, asked.created_at)
    returning asked.place, ${accountColumns})`,
})

export function insertAccount(
  account: Omit<DebitAccountRow, 'id'>,
  now: Temporal.Instant,
): Part<DebitAccountRow> {
  return linked({ ...account, createdAt: now })
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
  /** The id of what it brings in, from PROCESSING on. */
  payInId: Id<'batch-payment'> | null
  /** Counts the events announced of it. */
  announced: number
  createdAt: Temporal.Instant
}

const initiationColumns = `
  profile_id, id, batch_group_id, user_id, account_id, account_type, reference, status, pay_in_id,
  announced, created_at`

const initiationById = sql<InitiationRow>(`
  select ${initiationColumns} from payment_initiations where profile_id = any($1) and id = $2`)

export function findInitiation(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'payment-initiation'>,
): Promise<InitiationRow | undefined> {
  return db.row(initiationById, [profileIds, id])
}

const initiationLocked = sql<InitiationRow>(`
  select ${initiationColumns} from payment_initiations
   where profile_id = $1 and id = $2 for update`)

/** The group is held before its initiation. */
export function lockInitiation(
  tx: Tx,
  { profileId, id }: InitiationRow,
): Promise<InitiationRow | undefined> {
  return tx.row(initiationLocked, [profileId, id])
}

/** Taken beforehand, because a reference may be made of it. */
export const takeInitiationId = idsFor<'payment-initiation'>('payment_initiations')

const initiated = part({
  name: 'payment_initiated',
  takes: {
    profileId: 'bigint',
    id: 'bigint',
    batchGroupId: 'uuid',
    userId: 'bigint',
    accountId: 'bigint',
    accountType: 'text',
    reference: 'text',
    status: 'text',
    payInId: 'bigint',
    announced: 'int',
    createdAt: 'timestamptz',
  },
  text: `payment_initiated as (
    insert into payment_initiations (profile_id, id, batch_group_id, user_id, account_id,
      account_type, reference, status, pay_in_id, announced, created_at)
    overriding system value
    select profile_id, id, batch_group_id, user_id, account_id, account_type, reference, status,
           pay_in_id, announced, created_at
      from asked
    returning id)`,
  constraints: { payment_initiations_one: PaymentExists },
})

export function insertInitiation(row: InitiationRow): Part {
  return initiated(row)
}

const moved = part({
  name: 'initiation_moved',
  takes: {
    profileId: 'bigint',
    id: 'bigint',
    statusBefore: 'text',
    status: 'text',
    payInId: 'bigint',
  },
  text: `initiation_moved as (
    update payment_initiations i
       set status = asked.status, pay_in_id = asked.pay_in_id, announced = i.announced + 1
      from asked
     where i.profile_id = asked.profile_id and i.id = asked.id and i.status = asked.status_before
    returning asked.place, i.id)`,
  guard: { lost: 'run again' },
})

/** Moves an initiation that the caller holds, and counts the event that tells of it. */
export function moveRow(
  before: InitiationRow,
  status: InitiationStatus,
  payInId: Id<'batch-payment'> | null,
): { after: InitiationRow; write: Part } {
  const after = { ...before, status, payInId, announced: before.announced + 1 }
  return { after, write: moved({ ...after, statusBefore: before.status }) }
}
