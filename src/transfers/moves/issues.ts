// Issues of a transfer. A transfer with an active issue can be paid or cancelled, but is not converted or sent (D22a).

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { changeTransfer, changeTransfers } from '../changes/change-transfer.ts'
import type { IssueType, TransferRow } from '../row.ts'
import { lockTransfersWithIssue } from '../store.ts'

/** Adds the issue to the transfer. Writes nothing when the transfer already has the issue. */
export async function addIssue(
  tx: Tx,
  before: TransferRow,
  issue: IssueType,
  now: Temporal.Instant,
): Promise<TransferRow> {
  if (before.activeIssues.includes(issue)) return before
  const change = { activeIssues: [...before.activeIssues, issue] }
  const { after, steps } = changeTransfer(before, change, now)
  await tx.write(...steps)
  return after
}

/** Removes the issue from every transfer of the profile that has it. Returns false when no transfer has it. */
export async function resolveIssue(
  tx: Tx,
  profileId: Id<'profile'>,
  issue: IssueType,
  now: Temporal.Instant,
): Promise<boolean> {
  const held = await lockTransfersWithIssue(tx, profileId, issue)
  if (held.length === 0) return false
  const changes = held.map((before) => ({
    before,
    change: { activeIssues: before.activeIssues.filter((active) => active !== issue) },
  }))
  await tx.write(...changeTransfers(changes, now).steps)
  return true
}
