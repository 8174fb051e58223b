// Carries out the cancellation of a batch group, some members in each transaction.

import type { Tx } from '../kernel/database/db.ts'
import { endMembers } from '../transfers/index.ts'
import { lockWaitingMembers } from './lapse-members.ts'
import { statusAfter } from './model.ts'
import * as store from './store.ts'

/** How many members one transaction cancels: a choice of this project. More would be locked for longer. */
export const MEMBERS_PER_TRANSACTION_MAX = 250

/**
 * Starts the cancellation, cancels some members, or cancels the last members and finishes the cancellation. Each call is
 * complete in itself: after a crash the next call continues from the stored state.
 */
export async function cancelNextMembers(
  tx: Tx,
  group: store.GroupRow,
  now: Temporal.Instant,
  membersMax = MEMBERS_PER_TRANSACTION_MAX,
): Promise<void> {
  if (group.status === 'MARKED_FOR_CANCELLATION') {
    const status = statusAfter(group, 'startCancelling')
    await tx.write(store.updateGroup(group, { status }).write)
    return
  }
  const waitingMembers = await lockWaitingMembers(tx, group, membersMax)
  if (waitingMembers.length > 0) await tx.write(...endMembers(waitingMembers, 'cancel', now))
  if (waitingMembers.length === membersMax) return
  const status = statusAfter(group, 'finishCancelling')
  await tx.write(
    store.updateGroup(group, { status, cancelRequestedAt: null, lapsesAt: null }).write,
  )
}
