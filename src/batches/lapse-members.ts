// Cancels the members of an unpaid batch group that waited too long for their money (D24, D27).

import type { Reader, Tx } from '../kernel/database/db.ts'
import { findOptions } from '../quotes/index.ts'
import { endMembers, hasLapsed, lockMembers, type TransferRow } from '../transfers/index.ts'
import { bankCostMinorOf, statusAfter, WAITING } from './model.ts'
import * as store from './store.ts'

/** Locks the unpaid members, or the first `limit` of them, in ascending order of their ids. The caller has locked the group. */
export function lockWaitingMembers(
  tx: Tx,
  { profileId, id }: store.GroupRow,
  limit?: number,
): Promise<TransferRow[]> {
  return lockMembers(tx, profileId, id, {
    statuses: WAITING,
    ...(limit !== undefined && { limit }),
  })
}

/** Cancels the lapsed members, and the group when no member still waits. Returns the changed group. */
export async function lapseMembers(
  tx: Tx,
  group: store.GroupRow,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  const waitingMembers = await lockWaitingMembers(tx, group)
  const { after, write } = await withoutLapsedMembers(tx, group, waitingMembers, now)
  const lapsed = waitingMembers.filter((member) => hasLapsed(member, now))
  await tx.write(write, ...endMembers(lapsed, 'lapse', now))
  return after
}

/** The group once its lapsed members are cancelled, and the write step that stores it; `groupAt` does not send the step. */
export async function withoutLapsedMembers(
  db: Reader,
  group: store.GroupRow,
  waitingMembers: readonly TransferRow[],
  now: Temporal.Instant,
) {
  const left = waitingMembers.filter((member) => !hasLapsed(member, now))
  return store.updateGroup(group, {
    status: left.length === 0 ? statusAfter(group, 'lapse') : group.status,
    payInMinor: await sumPayInMinor(db, left),
    lapsesAt:
      left.flatMap(({ lapsesAt }) => lapsesAt ?? []).sort(Temporal.Instant.compare)[0] ?? null,
  })
}

/** The amount that a bank transfer must have to pay for the members, at their prices when they were added. */
async function sumPayInMinor(db: Reader, members: readonly TransferRow[]): Promise<bigint> {
  const [first] = members
  if (first === undefined) return 0n
  const quoteIds = members.map(({ quoteId }) => quoteId)
  const options = await findOptions(db, first.profileId, quoteIds, 'BANK_TRANSFER')
  return members.reduce(
    (sum, member) => sum + bankCostMinorOf(options.get(member.quoteId), member),
    0n,
  )
}
