// Every SQL statement about batch groups and their payments.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, MINOR_MAX } from '../kernel/money.ts'
import { PaymentExists } from './errors.ts'
import { MEMBERS_MAX } from './limits.ts'
import type { GroupStatus } from './states.ts'

export type GroupRow = {
  profileId: Id<'profile'>
  id: string
  /** The digits of the payment reference of the group. */
  number: number
  userId: Id<'user'>
  name: string
  sourceCurrency: Currency
  status: GroupStatus
  version: number
  /** How many transfers were ever added, cancelled ones included. */
  memberCount: number
  /** The cost by bank transfer of all members except lapsed ones. */
  payInMinor: bigint
  /** Whether the payment of the whole group has arrived. */
  paid: boolean
  /** Whether a direct debit has started and neither succeeded nor failed. */
  debitInProgress: boolean
  /** When the first waiting member lapses; null when no member waits. */
  lapsesAt: Temporal.Instant | null
  /** When the cancellation was requested; null before the request and after the cancellation is finished. */
  cancelRequestedAt: Temporal.Instant | null
}

const columns = `
  g.profile_id, g.id, g.number, g.user_id, g.name, g.source_currency, g.status, g.version,
  g.members as member_count, g.pay_in_amount as pay_in_minor, g.paid, g.debited as debit_in_progress, g.lapses_at,
  g.cancels_at as cancel_requested_at`

const findGroupSql = sql<GroupRow>(
  `select ${columns} from batch_groups g where profile_id = $1 and id = $2`,
)

/** `id` must be a well-formed UUID. */
export function findGroup(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<GroupRow | undefined> {
  return db.row(findGroupSql, [profileId, id])
}

const findGroupByNameSql = sql<GroupRow>(`
  select ${columns} from batch_groups g where profile_id = $1 and name = $2`)

export function findGroupByName(
  db: Reader,
  profileId: Id<'profile'>,
  name: string,
): Promise<GroupRow | undefined> {
  return db.row(findGroupByNameSql, [profileId, name])
}

const lockGroupSql = sql<GroupRow>(`
  select ${columns} from batch_groups g where profile_id = $1 and id = $2 for update`)

/**
 * Locks the group until the transaction ends. Use cases in which members may lapse call `lockGroupAt`, which lets them
 * lapse first.
 */
export function lockGroup(
  tx: Tx,
  profileId: Id<'profile'>,
  id: string,
): Promise<GroupRow | undefined> {
  return tx.row(lockGroupSql, [profileId, id])
}

type NewGroup = Pick<GroupRow, 'profileId' | 'id' | 'userId' | 'name' | 'sourceCurrency' | 'status'>

const insertGroupStep = writeStep({
  name: 'group_inserted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    userId: 'bigint',
    name: 'text',
    sourceCurrency: 'text',
    status: 'text',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `group_inserted as (
    merge into batch_groups g using ${input} ${INSERT_EVERY_ROW}
          (profile_id, id, user_id, name, source_currency, status, created_at)
   values (input.profile_id, input.id, input.user_id, input.name, input.source_currency,
           input.status, input.created_at)
    returning input.request_index, ${columns})`,
  // A concurrent request inserted the same name: the retry finds that group.
  constraints: { batch_groups_one_per_name: 'retry' },
  returns: rowType<GroupRow>(),
})

export function insertGroup(group: NewGroup, now: Temporal.Instant): WriteStep<GroupRow> {
  return insertGroupStep({ ...group, createdAt: now })
}

const joinGroupStep = writeStep({
  name: 'group_joined',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    payInMinor: 'numeric',
    lapsesAt: 'timestamptz',
  },
  tenant: 'profileId',
  // Rows of one batch are summed per group, because an update applies only one of several source rows.
  sql: ({ input }) => `group_joined as (
    update batch_groups g
       set version = g.version + j.members, members = g.members + j.members,
           pay_in_amount = g.pay_in_amount + j.pay_in_minor,
           lapses_at = least(g.lapses_at, j.lapses_at)
      from (select profile_id, id, count(*)::int as members, sum(pay_in_minor) as pay_in_minor,
                   min(lapses_at) as lapses_at
              from ${input} group by profile_id, id order by profile_id, id) j
     where g.profile_id = j.profile_id and g.id = j.id and g.status = 'NEW'
       and g.members + j.members <= ${MEMBERS_MAX}
       and g.pay_in_amount + j.pay_in_minor <= ${MINOR_MAX}
    returning j.members),
  each_joined as (select generate_series(1, members) from group_joined)`,
  // `group_joined` has one row for each group, but the guard compares with the rows of the input: one for each transfer.
  guardedRows: 'each_joined',
  // The group was closed or filled after it was read: the retry is refused with the reason.
  onGuardFailed: 'retry',
})

type NewMember = {
  /** The cost by bank transfer. */
  readonly payInMinor: bigint
  readonly lapsesAt: Temporal.Instant
}

/** The write step that counts one transfer into an open group. */
export function joinGroup(
  { profileId, id }: GroupRow,
  { payInMinor, lapsesAt }: NewMember,
): WriteStep {
  return joinGroupStep({ profileId, id, payInMinor, lapsesAt })
}

const updateGroupStep = writeStep({
  name: 'group_changed',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    versionBefore: 'int',
    status: 'text',
    payInMinor: 'numeric',
    paid: 'boolean',
    debitInProgress: 'boolean',
    lapsesAt: 'timestamptz',
    cancelRequestedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `group_changed as (
    update batch_groups g
       set version = g.version + 1, status = input.status, pay_in_amount = input.pay_in_minor,
           paid = input.paid, debited = input.debit_in_progress, lapses_at = input.lapses_at,
           cancels_at = input.cancel_requested_at
      from ${input}
     where g.profile_id = input.profile_id and g.id = input.id and g.version = input.version_before
    returning input.request_index, g.id)`,
  onGuardFailed: 'retry',
})

export type GroupChange = Partial<
  Pick<
    GroupRow,
    'status' | 'payInMinor' | 'paid' | 'debitInProgress' | 'lapsesAt' | 'cancelRequestedAt'
  >
>

/**
 * The group after a change, and the write step that stores it. A caller that sends the step has locked the group. Every change
 * increments the version of the group.
 */
export function updateGroup(
  before: GroupRow,
  change: GroupChange,
): { after: GroupRow; write: WriteStep } {
  const after = { ...before, ...change, version: before.version + 1 }
  return { after, write: updateGroupStep({ ...after, versionBefore: before.version }) }
}

/** The id is generated before the payment is inserted, because a direct debit in progress already shows the id. */
export const generatePaymentId = idGenerator<'batch-payment'>('batch_payments')

const insertPaymentStep = writeStep({
  name: 'group_paid',
  input: {
    profileId: 'bigint',
    batchGroupId: 'uuid',
    id: 'bigint',
    method: 'text',
    amountMinor: 'numeric',
    feeMinor: 'numeric',
    currency: 'text',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `group_paid as (
    insert into batch_payments
      (profile_id, batch_group_id, id, method, amount, fee, currency, created_at)
    overriding system value
    select profile_id, batch_group_id, id, method, amount_minor, fee_minor, currency, created_at
      from ${input}
    returning id)`,
  constraints: { batch_payments_pkey: PaymentExists },
})

type NewPayment = {
  readonly id: Id<'batch-payment'>
  readonly method: 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT'
  readonly amountMinor: bigint
  /** The fees that the amount includes. */
  readonly feeMinor: bigint
}

export function insertPayment(
  { profileId, id: batchGroupId, sourceCurrency }: GroupRow,
  payment: NewPayment,
  now: Temporal.Instant,
): WriteStep {
  const currency = sourceCurrency
  return insertPaymentStep({ ...payment, profileId, batchGroupId, currency, createdAt: now })
}

const listGroupFeesSql = sql<{ number: number; feeMinor: bigint }>(`
  select g.number, p.fee as fee_minor
    from batch_groups g
    join batch_payments p on p.profile_id = g.profile_id and p.batch_group_id = g.id
   where g.profile_id = $1 and g.number = any($2::bigint[])`)

/** The fees in the payments of the groups with these numbers. */
export function listGroupFees(
  db: Reader,
  profileId: Id<'profile'>,
  numbers: readonly number[],
): Promise<{ number: number; feeMinor: bigint }[]> {
  return db.rows(listGroupFeesSql, [profileId, numbers])
}
