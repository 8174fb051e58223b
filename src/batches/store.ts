// Every SQL statement about batch groups and their payments.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import { idsFor } from '../kernel/draw-id.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, MINOR_MAX } from '../kernel/money.ts'
import { type Part, part } from '../kernel/part.ts'
import { PaymentExists } from './errors.ts'
import { MEMBERS_MAX } from './model.ts'
import type { GroupStatus } from './states.ts'

export type GroupRow = {
  profileId: Id<'profile'>
  id: string
  /** Short enough for a payment reference. */
  number: number
  userId: Id<'user'>
  name: string
  sourceCurrency: Currency
  status: GroupStatus
  version: number
  /** How many transfers were ever added. */
  members: number
  /** What those that wait, or were paid, cost by bank transfer. */
  payInMinor: bigint
  paid: boolean
  /** A direct debit is under way. */
  debited: boolean
  /** When the first of the waiting members has waited too long. */
  lapsesAt: Temporal.Instant | null
  /** Since when it is to be cancelled, until it is. */
  cancelsAt: Temporal.Instant | null
}

const columns = `
  profile_id, id, number, user_id, name, source_currency, status, version, members,
  pay_in_amount as pay_in_minor, paid, debited, lapses_at, cancels_at`

const byId = sql<GroupRow>(`select ${columns} from batch_groups where profile_id = $1 and id = $2`)

/** `id` must be a well-formed UUID. */
export function findGroup(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<GroupRow | undefined> {
  return db.row(byId, [profileId, id])
}

const byName = sql<GroupRow>(`
  select ${columns} from batch_groups where profile_id = $1 and name = $2`)

export function findGroupByName(
  db: Reader,
  profileId: Id<'profile'>,
  name: string,
): Promise<GroupRow | undefined> {
  return db.row(byName, [profileId, name])
}

const locked = sql<GroupRow>(`
  select ${columns} from batch_groups where profile_id = $1 and id = $2 for update`)

/** Holds the group until the transaction ends: it comes first in the order of locks (D27). */
export function lockGroup(
  tx: Tx,
  profileId: Id<'profile'>,
  id: string,
): Promise<GroupRow | undefined> {
  return tx.row(locked, [profileId, id])
}

export type NewGroup = Pick<
  GroupRow,
  'profileId' | 'id' | 'userId' | 'name' | 'sourceCurrency' | 'status'
>

const inserted = part<GroupRow>({
  name: 'group_inserted',
  text: `group_inserted as (
    insert into batch_groups
      (profile_id, id, user_id, name, source_currency, status, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning ${columns})`,
  // The same name at the same moment: on a second look the other's group is there.
  constraints: { batch_groups_one_per_name: 'run again' },
})

export function insertGroup(group: NewGroup, now: Temporal.Instant): Part<GroupRow> {
  const { profileId, id, userId, name, sourceCurrency, status } = group
  return inserted([profileId, id, userId, name, sourceCurrency, status, now.toString()])
}

const joined = part({
  name: 'group_joined',
  text: `group_joined as (
    update batch_groups
       set version = version + 1, members = members + 1, pay_in_amount = pay_in_amount + $3,
           lapses_at = least(lapses_at, $4)
     where profile_id = $1 and id = $2 and status = 'NEW' and members < ${MEMBERS_MAX}
       and pay_in_amount + $3 <= ${MINOR_MAX}
    returning id)`,
  // The group was closed or filled since it was read: on a second look it says so.
  guard: { lost: 'run again' },
})

export type Joining = {
  /** What it costs by bank transfer. */
  readonly payInMinor: bigint
  readonly lapsesAt: Temporal.Instant
}

/** The part that counts one transfer into an open group. */
export function joinGroup({ profileId, id }: GroupRow, { payInMinor, lapsesAt }: Joining): Part {
  return joined([profileId, id, payInMinor.toString(), lapsesAt.toString()])
}

const changed = part({
  name: 'group_changed',
  text: `group_changed as (
    update batch_groups
       set version = version + 1, status = $4, pay_in_amount = $5, paid = $6, debited = $7,
           lapses_at = $8, cancels_at = $9
     where profile_id = $1 and id = $2 and version = $3
    returning id)`,
  guard: { lost: 'run again' },
})

export type GroupChange = Partial<
  Pick<GroupRow, 'status' | 'payInMinor' | 'paid' | 'debited' | 'lapsesAt' | 'cancelsAt'>
>

/** Changes a group that the caller holds. */
export function changeGroup(
  before: GroupRow,
  change: GroupChange,
): { after: GroupRow; write: Part } {
  const after = { ...before, ...change, version: before.version + 1 }
  const write = changed([
    before.profileId,
    before.id,
    before.version,
    after.status,
    after.payInMinor.toString(),
    after.paid,
    after.debited,
    after.lapsesAt?.toString() ?? null,
    after.cancelsAt?.toString() ?? null,
  ])
  return { after, write }
}

/** Known before the payment is there: a direct debit is followed by the id of what it brings in. */
export const takePaymentId = idsFor<'batch-payment'>('batch_payments')

const paid = part({
  name: 'group_paid',
  text: `group_paid as (
    insert into batch_payments
      (profile_id, batch_group_id, id, method, amount, currency, created_at)
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id)`,
  constraints: { batch_payments_one: PaymentExists },
})

export type NewPayment = {
  readonly id: Id<'batch-payment'>
  readonly method: 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT'
  readonly amountMinor: bigint
}

export function insertPayment(
  { profileId, id: groupId, sourceCurrency }: GroupRow,
  { id, method, amountMinor }: NewPayment,
  now: Temporal.Instant,
): Part {
  const amount = amountMinor.toString()
  return paid([profileId, groupId, id, method, amount, sourceCurrency, now.toString()])
}
