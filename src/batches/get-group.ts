// Reads and locks batch groups. `groupAt` and `lockGroupAt` return the group as it is once the members that waited too
// long have lapsed, so the result does not depend on whether the sweep has run (D27).

import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { listMembers } from '../transfers/index.ts'
import { GroupNotFound } from './errors.ts'
import { lapseMembers, withoutLapsedMembers } from './lapse-members.ts'
import { isLapsing, WAITING } from './model.ts'
import * as store from './store.ts'

/** The group as stored. Members that waited too long still count in it; see `groupAt`. */
export async function getGroup(
  db: Reader,
  profileId: Id<'profile'>,
  batchGroupId: string,
): Promise<store.GroupRow> {
  return orNotFound(await store.findGroup(db, profileId, batchGroupId), batchGroupId)
}

/**
 * Locks the group until the transaction ends, and cancels the members that waited too long. Every use case
 * takes its locks in this order: group, payment initiation, members, balances; members and balances in ascending order of
 * their ids (D27). Another order could deadlock.
 */
export async function lockGroupAt(
  tx: Tx,
  profileId: Id<'profile'>,
  batchGroupId: string,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  const group = orNotFound(await store.lockGroup(tx, profileId, batchGroupId), batchGroupId)
  return isLapsing(group, now) ? lapseMembers(tx, group, now) : group
}

function orNotFound(group: store.GroupRow | undefined, batchGroupId: string): store.GroupRow {
  return group ?? refuse(GroupNotFound, { arguments: [batchGroupId] })
}

/** The group as `lockGroupAt` would return it, without changing it. */
export async function groupAt(
  db: Reader,
  group: store.GroupRow,
  now: Temporal.Instant,
): Promise<store.GroupRow> {
  if (!isLapsing(group, now)) return group
  const waitingMembers = await listMembers(db, group.profileId, group.id, WAITING)
  const latest = await store.findGroup(db, group.profileId, group.id)
  if (latest === undefined) throw new Error(`batch group ${group.id} does not exist any more`)
  // Another request changed the group between the two reads: the members do not belong to this version.
  if (latest.version !== group.version) return groupAt(db, latest, now)
  return (await withoutLapsedMembers(db, group, waitingMembers, now)).after
}
