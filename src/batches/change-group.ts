// The two changes a client asks for: no more transfers will come, or none of them shall be sent. Both
// name the version they were decided on.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { CancellationNotAllowed, GroupEmpty, NotCompletable, VersionConflict } from './errors.ts'
import { batchGroupStates } from './states.ts'
import * as store from './store.ts'
import { takeGroup } from './take-group.ts'

type Asked = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: { readonly status: 'COMPLETED' | 'CANCELLED'; readonly version: number }
  readonly now: Temporal.Instant
}

export async function changeGroup(tx: Tx, { params, body, now }: Asked): Promise<store.GroupRow> {
  const group = await takeGroup(tx, params.profileId, params.batchGroupId, now)
  if (body.version !== group.version)
    refuse(VersionConflict, { arguments: [body.version, group.version] })
  const { after, write } = store.changeGroup(
    group,
    body.status === 'COMPLETED' ? completed(group) : cancelled(group, now),
  )
  await tx.write(write)
  return after
}

function completed(group: store.GroupRow): store.GroupChange {
  const status =
    next(batchGroupStates, group.status, 'complete') ??
    refuse(NotCompletable, { arguments: [group.status] })
  if (group.members === 0) refuse(GroupEmpty)
  return { status }
}

/** The cancellation begins; a sweep carries it out (D27). */
function cancelled(group: store.GroupRow, now: Temporal.Instant): store.GroupChange {
  const status = next(batchGroupStates, group.status, 'cancel')
  if (status === undefined || group.paid || group.debited)
    refuse(CancellationNotAllowed, { arguments: [group.status] })
  return { status, cancelsAt: now }
}
