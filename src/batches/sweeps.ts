// Sweeps of batch groups: cancelling the members that nobody paid in time, and carrying out cancellations.

import type { Id } from '../kernel/ids.ts'
import { sweep } from '../kernel/sweep.ts'
import { cancelNextMembers } from './cancel-members.ts'
import { lapseMembers } from './lapse-members.ts'
import { isLapsing } from './model.ts'
import * as store from './store.ts'

/**
 * A choice of this project: a group may have `MEMBERS_MAX` members, so more groups in one run would delay the other sweeps of
 * the process.
 */
const GROUPS_PER_RUN_MAX = 50
const key = { profileId: 'profile_id', id: 'id' }

export const lapse = sweep({
  name: 'batches.lapse',
  summary: 'Cancels the members of an unpaid batch group after five working days (D24, D27).',
  table: 'batch_groups',
  key,
  dueAt: 't.lapses_at',
  where: `t.status in ('NEW', 'COMPLETED') and not t.paid and not t.debited`,
  batchMax: GROUPS_PER_RUN_MAX,
  act: async (tx, { profileId, id }, now) => {
    const group = await store.lockGroup(tx, profileId as Id<'profile'>, id)
    if (group === undefined || !isLapsing(group, now)) return false
    await lapseMembers(tx, group, now)
    return true
  },
})

export const cancel = sweep({
  name: 'batches.cancel',
  summary: 'Carries out the cancellation of a batch group, some members at a time (D27).',
  table: 'batch_groups',
  key,
  dueAt: 't.cancels_at',
  where: 't.cancels_at is not null',
  batchMax: GROUPS_PER_RUN_MAX,
  act: async (tx, { profileId, id }, now) => {
    const group = await store.lockGroup(tx, profileId as Id<'profile'>, id)
    if (group === undefined || group.cancelRequestedAt === null) return false
    await cancelNextMembers(tx, group, now)
    return true
  },
})
