import type { Tx } from '../kernel/database/db.ts'
import { endMembers } from '../transfers/index.ts'
import * as store from './store.ts'
import { lockWaiting, moved } from './take-group.ts'

/** So many members are cancelled in one transaction, so that none is long. */
export const CANCELLED_AT_ONCE_MAX = 250

/**
 * One step of a cancellation: begins it, cancels some members, or with the last of them ends it. Each
 * step is whole and may be the last for a while: whoever comes next goes on from there.
 */
export async function cancelNext(
  tx: Tx,
  group: store.GroupRow,
  now: Temporal.Instant,
  atOnceMax = CANCELLED_AT_ONCE_MAX,
): Promise<void> {
  if (group.status === 'MARKED_FOR_CANCELLATION') {
    const status = moved(group, 'startCancelling')
    await tx.write(store.changeGroup(group, { status }).write)
    return
  }
  const waiting = await lockWaiting(tx, group, atOnceMax)
  if (waiting.length > 0) await tx.write(...endMembers(waiting, 'cancel', now))
  if (waiting.length === atOnceMax) return
  const status = moved(group, 'finishCancelling')
  await tx.write(store.changeGroup(group, { status, cancelsAt: null, lapsesAt: null }).write)
}
