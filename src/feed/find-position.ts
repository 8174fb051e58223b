// Checks a position that a client sends, and finds the one from which a client without one begins.

import type { Reader } from '../kernel/database/db.ts'
import { cellOf, type Id, lastIdBefore } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { PositionInvalid, PositionTooOld } from './errors.ts'
import { type Position, parsePosition, type Snapshot, snapshotBefore } from './model.ts'
import { findOldest, findSnapshot, listNewest, type OldestRow } from './store.ts'

/**
 * Events are kept for ever, so this bounds how many of them a stream that begins at an old position has to examine.
 */
export const TRANSACTIONS_KEPT_MAX = 500_000

/** Returns the position and what the database shows now. Refuses a position from which entries could be missing. */
export async function findPosition(
  db: Reader,
  text: string,
): Promise<{ position: Position; now: Snapshot }> {
  const position = parsePosition(text)
  if (position === undefined) return refuse(PositionInvalid, { arguments: [text.slice(0, 100)] })
  const [now, oldest] = await Promise.all([findSnapshot(db), findOldest(db)])
  const { seen, within } = position
  // The position is of another database, or of this one before it was restored.
  if (seen.xmax > now.xmax || (within?.transaction ?? 0) >= now.xmax) return refuse(PositionInvalid)
  const isTooOld = seen.xmin < now.xmax - TRANSACTIONS_KEPT_MAX
  if (isTooOld || oldest.some((row) => isMissing(row, seen))) return refuse(PositionTooOld)
  return { position, now }
}

/**
 * Returns the position about `count` entries of the user ago, or the one after the newest deleted entry where that is
 * later. Without entries, returns the position of now.
 */
export async function findRecentPosition(
  db: Reader,
  userId: Id<'user'>,
  count: number,
): Promise<Snapshot> {
  const newest = await listNewest(db, userId, count)
  const [now, oldest] = await Promise.all([findSnapshot(db), findOldest(db)])
  const first = newest.at(-1)
  // A later transaction belongs to the database from which this one was restored.
  if (first === undefined || first >= now.xmax) return now
  const afterDeletion = oldest
    .filter(followsDeletedRows)
    .map(({ transactionId }) => transactionId + 1)
  const from = Math.max(first, now.xmax - TRANSACTIONS_KEPT_MAX, ...afterDeletion)
  return from >= now.xmax ? now : snapshotBefore(from, now)
}

/** Whether rows before the oldest one were deleted that the snapshot does not show. */
function isMissing(row: OldestRow, seen: Snapshot): boolean {
  return followsDeletedRows(row) && seen.xmax <= row.transactionId
}

function followsDeletedRows({ id }: OldestRow): boolean {
  return id > lastIdBefore(cellOf(id)) + 1
}
