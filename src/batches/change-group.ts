// The two changes that a client may request: complete the group, or cancel it. Both name the version
// that the client has read, so a decision made on an outdated group is refused.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { CancellationNotAllowed, GroupEmpty, NotCompletable, VersionConflict } from './errors.ts'
import { lockGroupAt } from './get-group.ts'
import { batchGroupStates } from './states.ts'
import * as store from './store.ts'

type Input = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: { readonly status: 'COMPLETED' | 'CANCELLED'; readonly version: number }
  readonly now: Temporal.Instant
}

export async function changeGroup(tx: Tx, { params, body, now }: Input): Promise<store.GroupRow> {
  const group = await lockGroupAt(tx, params.profileId, params.batchGroupId, now)
  if (body.version !== group.version)
    refuse(VersionConflict, { arguments: [body.version, group.version] })
  const change = body.status === 'COMPLETED' ? completion(group) : cancellation(group, now)
  const { after, write } = store.updateGroup(group, change)
  await tx.write(write)
  return after
}

function completion(group: store.GroupRow): store.GroupChange {
  const status =
    next(batchGroupStates, group.status, 'complete') ??
    refuse(NotCompletable, { arguments: [group.status] })
  if (group.memberCount === 0) refuse(GroupEmpty)
  return { status }
}

/** Only starts the cancellation: the sweep `batches.cancel` cancels the members (D27). */
function cancellation(group: store.GroupRow, now: Temporal.Instant): store.GroupChange {
  const status = next(batchGroupStates, group.status, 'cancel')
  if (status === undefined || group.paid || group.debitInProgress)
    refuse(CancellationNotAllowed, { arguments: [group.status] })
  return { status, cancelRequestedAt: now }
}
