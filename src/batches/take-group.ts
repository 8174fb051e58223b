// The group first, then its members by id, then balances by id: whoever changes a group takes it like
// this (D27). What has waited too long by `now` is ended on the way, whether or not the sweep has run.

import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { findOptions } from '../quotes/index.ts'
import {
  endMembers,
  hasLapsed,
  listMembers,
  lockMembers,
  type TransferRow,
} from '../transfers/index.ts'
import { GroupNotFound, NotFundable, PaymentExists } from './errors.ts'
import { askedMinorOf, isLapsing } from './model.ts'
import { batchGroupStates, type GroupMove, type GroupStatus } from './states.ts'
import * as store from './store.ts'

/** Members that nobody has paid for yet. */
export const WAITING = ['incoming_payment_waiting'] as const

/** Holds the group until the transaction ends. Refuses one that is not the profile's. */
export async function takeGroup(
  tx: Tx,
  profileId: Id<'profile'>,
  batchGroupId: string,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  const group =
    (await store.lockGroup(tx, profileId, batchGroupId)) ??
    refuse(GroupNotFound, { arguments: [batchGroupId] })
  return isLapsing(group, now) ? lapseMembers(tx, group, now) : group
}

export function lockWaiting(
  tx: Tx,
  { profileId, id }: store.GroupRow,
  limit?: number,
): Promise<TransferRow[]> {
  return lockMembers(tx, profileId, id, WAITING, limit)
}

/** Refuses a group that is paid, is being paid by direct debit, or is not to be paid. */
export function checkPayable({ id, status, paid, debited }: store.GroupRow): void {
  if (paid || debited) refuse(PaymentExists, { arguments: [id] })
  if (status !== 'COMPLETED') refuse(NotFundable, { arguments: [status] })
}

export function moved(group: store.GroupRow, move: GroupMove): GroupStatus {
  const status = next(batchGroupStates, group.status, move)
  if (status === undefined)
    throw new Error(`batch group ${group.id} cannot ${move}: ${group.status}`)
  return status
}

/** Cancels the members that waited too long; with the last of them the group ends too (D27). */
export async function lapseMembers(
  tx: Tx,
  group: store.GroupRow,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  const waiting = await lockWaiting(tx, group)
  const { after, write } = await lapsed(tx, group, waiting, now)
  const over = waiting.filter((member) => hasLapsed(member, now))
  await tx.write(write, ...endMembers(over, 'lapse', now))
  return after
}

/** The group as whoever takes it at `now` finds it, to look at. */
export async function groupAt(
  db: Reader,
  group: store.GroupRow,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  if (!isLapsing(group, now)) return group
  const waiting = await listMembers(db, group.profileId, group.id, WAITING)
  const latest = await store.findGroup(db, group.profileId, group.id)
  if (latest === undefined) throw new Error(`batch group ${group.id} vanished`)
  // Somebody changed it meanwhile: its members are not those of the group that was read.
  if (latest.version !== group.version) return groupAt(db, latest, now)
  return (await lapsed(db, group, waiting, now)).after
}

/** What becomes of a group some of whose waiting members waited too long. */
async function lapsed(
  db: Reader,
  group: store.GroupRow,
  waiting: readonly TransferRow[],
  now: Temporal.Instant,
) {
  const left = waiting.filter((member) => !hasLapsed(member, now))
  return store.changeGroup(group, {
    status: left.length === 0 ? moved(group, 'lapse') : group.status,
    payInMinor: await payInMinorOf(db, left),
    lapsesAt:
      left.flatMap(({ lapsesAt }) => lapsesAt ?? []).sort(Temporal.Instant.compare)[0] ?? null,
  })
}

/** What the members come to by bank transfer, as they were counted in. */
async function payInMinorOf(db: Reader, members: readonly TransferRow[]): Promise<bigint> {
  const [first] = members
  if (first === undefined) return 0n
  const quoteIds = members.map(({ quoteId }) => quoteId)
  const options = await findOptions(db, first.profileId, quoteIds, 'BANK_TRANSFER')
  return members.reduce(
    (sum, member) => sum + askedMinorOf(options.get(member.quoteId), member),
    0n,
  )
}
