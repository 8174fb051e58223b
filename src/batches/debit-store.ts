// Every SQL statement about linked accounts and the direct debits from them.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import { idsFor } from '../kernel/draw-id.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { type Part, part } from '../kernel/part.ts'
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

const accountColumns = 'profile_id, id, type, currency, details'

const accountsOf = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts where profile_id = $1 order by id`)

export function listAccounts(db: Reader, profileId: Id<'profile'>): Promise<DebitAccountRow[]> {
  return db.rows(accountsOf, [profileId])
}

const accountById = sql<DebitAccountRow>(`
  select ${accountColumns} from debit_accounts where profile_id = $1 and id = $2`)

export function findAccount(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'debit-account'>,
): Promise<DebitAccountRow | undefined> {
  return db.row(accountById, [profileId, id])
}

const linked = part<DebitAccountRow>({
  name: 'account_linked',
  text: `account_linked as (
    insert into debit_accounts (profile_id, type, currency, details, created_at)
    values ($1, $2, $3, $4, $5)
    returning ${accountColumns})`,
})

export function insertAccount(
  { profileId, type, currency, details }: Omit<DebitAccountRow, 'id'>,
  now: Temporal.Instant,
): Part<DebitAccountRow> {
  return linked([profileId, type, currency, JSON.stringify(details), now.toString()])
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
  text: `payment_initiated as (
    insert into payment_initiations (profile_id, id, batch_group_id, user_id, account_id,
      account_type, reference, status, pay_in_id, announced, created_at)
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning id)`,
  constraints: { payment_initiations_one: PaymentExists },
})

export function insertInitiation(row: InitiationRow): Part {
  return initiated([
    row.profileId,
    row.id,
    row.batchGroupId,
    row.userId,
    row.accountId,
    row.accountType,
    row.reference,
    row.status,
    row.payInId,
    row.announced,
    row.createdAt.toString(),
  ])
}

const moved = part({
  name: 'initiation_moved',
  text: `initiation_moved as (
    update payment_initiations set status = $4, pay_in_id = $5, announced = announced + 1
     where profile_id = $1 and id = $2 and status = $3
    returning id)`,
  guard: { lost: 'run again' },
})

/** Moves an initiation that the caller holds, and counts the event that tells of it. */
export function moveRow(
  before: InitiationRow,
  status: InitiationStatus,
  payInId: Id<'batch-payment'> | null,
): { after: InitiationRow; write: Part } {
  const after = { ...before, status, payInId, announced: before.announced + 1 }
  return { after, write: moved([before.profileId, before.id, before.status, status, payInId]) }
}
