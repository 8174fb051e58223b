// Every SQL statement about the members of a batch group.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import { decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { type Part, part } from '../kernel/part.ts'
import { PaymentExists } from './errors.ts'
import { columns, joined, type PaymentMethod, type Raw, rowOf, type TransferRow } from './store.ts'

const idsOf = sql<{ id: Id<'transfer'> }>(`
  select id from transfers where profile_id = $1 and batch_group_id = $2 order by id`)

/** Every transfer that was ever added to the group, ascending. */
export async function listMemberIds(
  db: Reader,
  profileId: Id<'profile'>,
  batchGroupId: string,
): Promise<Id<'transfer'>[]> {
  return (await db.rows(idsOf, [profileId, batchGroupId])).map(({ id }) => id)
}

const waiting = sql<{ id: Id<'transfer'> }>(`
  select id from transfers
   where profile_id = $1 and batch_group_id = $2 and status = 'incoming_payment_waiting'
     and lapses_at > $3
   limit 1`)

/** Whether any of the group's members still has time to be paid at `now`. */
export async function hasWaiting(
  db: Reader,
  profileId: Id<'profile'>,
  batchGroupId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await db.row(waiting, [profileId, batchGroupId, now.toString()])) !== undefined
}

const locked = sql<Raw>(`
  select ${columns} ${joined}
   where t.profile_id = $1 and t.batch_group_id = $2 and t.status = any($3::text[])
   order by t.id
   limit $4
     for update of t`)

/** Those of the group's members that are in one of `statuses`, locked in the order of their ids. */
export async function lockMembers(
  tx: Tx,
  profileId: Id<'profile'>,
  batchGroupId: string,
  statuses: readonly string[],
  limit: number | null = null,
): Promise<TransferRow[]> {
  return (await tx.rows(locked, [profileId, batchGroupId, statuses, limit])).map(rowOf)
}

const changed = part({
  name: 'members_changed',
  text: `members_changed as (
    update transfers t
       set status = c.status, announced = c.announced, cases = string_to_array(c.cases, ','),
           pay_in = c.pay_in, source_amount = c.source_amount, fee = c.fee,
           partner_fee = c.partner_fee, target_amount = c.target_amount, rate = c.rate,
           paid_balance_id = c.paid_balance_id, advances_at = c.advances_at,
           changed_at = $16,
           lapses_at = case when c.status = 'incoming_payment_waiting' then t.lapses_at end
      from unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::int[], $7::text[],
                  $8::text[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[],
                  $13::numeric[], $14::bigint[], $15::timestamptz[])
        as c (id, status_before, announced_before, status, announced, cases, pay_in,
              source_amount, fee, partner_fee, target_amount, rate, paid_balance_id, advances_at)
     where t.profile_id = $1 and t.id = c.id
       and t.status = c.status_before and t.announced = c.announced_before
    returning t.id)`,
  guard: { rows: 'cardinality($2::bigint[])', lost: 'run again' },
})

type Changed = { readonly before: TransferRow; readonly after: TransferRow }

/** The part that changes members of one group, which are still as `before` was read. */
export function updateMembers(changes: readonly Changed[], now: Temporal.Instant): Part {
  const befores = changes.map(({ before }) => before)
  const afters = changes.map(({ after }) => after)
  return changed([
    befores[0]?.profileId ?? null,
    befores.map(({ id }) => id),
    befores.map(({ status }) => status),
    befores.map(({ announced }) => announced),
    afters.map(({ status }) => status),
    afters.map(({ announced }) => announced),
    afters.map(({ cases }) => cases.join(',')),
    afters.map(({ payIn }) => payIn),
    afters.map(({ sourceMinor }) => sourceMinor.toString()),
    afters.map(({ feeMinor }) => feeMinor.toString()),
    afters.map(({ partnerFeeMinor }) => partnerFeeMinor.toString()),
    afters.map(({ targetMinor }) => targetMinor.toString()),
    afters.map(({ rate }) => decimalText(rate)),
    afters.map(({ paidBalanceId }) => paidBalanceId),
    afters.map(({ advancesAt }) => advancesAt?.toString() ?? null),
    now.toString(),
  ])
}

const paid = part({
  name: 'members_paid',
  text: `members_paid as (
    insert into transfer_payments
      (profile_id, transfer_id, method, amount, currency, balance_id, created_at)
    select $1, m.transfer_id, $4, m.amount, $5, $6, $7
      from unnest($2::bigint[], $3::numeric[]) as m (transfer_id, amount)
    returning id)`,
  constraints: { transfer_payments_one: PaymentExists },
})

/** The part that notes one payment for each of these members, whose currency is the same. */
export function insertPayments(
  members: readonly TransferRow[],
  method: PaymentMethod,
  now: Temporal.Instant,
): Part {
  const [first] = members
  return paid([
    first?.profileId ?? null,
    members.map(({ id }) => id),
    members.map(({ sourceMinor }) => sourceMinor.toString()),
    method,
    first?.sourceCurrency ?? null,
    first?.paidBalanceId ?? null,
    now.toString(),
  ])
}
