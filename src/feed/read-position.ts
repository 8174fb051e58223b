// Reads the position from which a client continues the feed, and finds the position for a client that begins.

import type { Reader } from '../kernel/database/db.ts'
import { cellOf, type Id, lastIdBefore } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { PositionInvalid, PositionTooOld } from './errors.ts'
import { type Position, parsePosition, type Snapshot, snapshotBefore } from './model.ts'
import { findOldest, findSnapshot, listNewest, type OldestRow } from './store.ts'

/**
 * How many transactions a position may be behind (gap 942). A stream from an older position would have to examine too many
 * events.
 */
export const TRANSACTIONS_BEHIND_MAX = 500_000

/**
 * Returns the position and the current snapshot. Refuses with PositionInvalid, or with PositionTooOld when entries after the
 * position may have been deleted or the position is more than TRANSACTIONS_BEHIND_MAX behind.
 */
export async function readPosition(
  db: Reader,
  text: string,
): Promise<{ position: Position; now: Snapshot }> {
  const position = parsePosition(text)
  if (position === undefined) return refuse(PositionInvalid, { arguments: [text] })
  const [now, oldest] = await Promise.all([findSnapshot(db), findOldest(db)])
  const { seen, within } = position
  // The position is from another database, or from this database before a backup was restored.
  if (seen.xmax > now.xmax || (within?.transaction ?? 0) >= now.xmax) return refuse(PositionInvalid)
  const isTooOld = seen.xmin < now.xmax - TRANSACTIONS_BEHIND_MAX
  if (isTooOld || oldest.some((row) => followsUnseenDeletedRows(row, seen)))
    return refuse(PositionTooOld)
  return { position, now }
}

/**
 * Returns the position before about the newest `count` requests and events of the user. The position is later where entries
 * were deleted or more than TRANSACTIONS_BEHIND_MAX transactions followed. For a user without requests and events, returns
 * the current position.
 */
export async function findRecentPosition(
  db: Reader,
  userId: Id<'user'>,
  count: number,
): Promise<Snapshot> {
  const newest = await listNewest(db, userId, count)
  const [now, oldest] = await Promise.all([findSnapshot(db), findOldest(db)])
  const first = newest.at(-1)
  // A later transaction number is from before a backup was restored into this database.
  if (first === undefined || first >= now.xmax) return now
  const afterDeletion = oldest
    .filter(followsDeletedRows)
    .map(({ transactionId }) => transactionId + 1)
  const from = Math.max(first, now.xmax - TRANSACTIONS_BEHIND_MAX, ...afterDeletion)
  return from >= now.xmax ? now : snapshotBefore(from, now)
}

/** Whether rows that the snapshot does not show may have been deleted before this oldest row. */
function followsUnseenDeletedRows(row: OldestRow, seen: Snapshot): boolean {
  return followsDeletedRows(row) && seen.xmax <= row.transactionId
}

/** Whether rows before this oldest row were deleted: its id is not the first id of its cell. */
function followsDeletedRows({ id }: OldestRow): boolean {
  return id > lastIdBefore(cellOf(id)) + 1
}
