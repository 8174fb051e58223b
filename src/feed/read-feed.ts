// Reads the entries of users between two snapshots, in an order that is the same each time.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import {
  advance,
  compareRowKeys,
  isSent,
  type Position,
  positionsOf,
  type Snapshot,
} from './model.ts'
import { type FeedEntry, showEntry } from './schemas.ts'
import { listUnseen } from './store.ts'

export type Page = {
  /** The page has the entries up to this snapshot. */
  readonly end: Snapshot
  /** Whether the page ends with the snapshot `to` of `readFeed`. If not, the next page begins at `end`. */
  readonly isComplete: boolean
  /** The entries of a user, without those that were sent before the position. */
  entriesOf(userId: Id<'user'>, after?: Position): FeedEntry[]
}

/** Returns the entries that `to` shows and `from` does not, or the first of them. */
export async function readFeed(
  db: Reader,
  userIds: readonly Id<'user'>[],
  from: Snapshot,
  to: Snapshot,
): Promise<Page> {
  const { rows, lastExamined } = await listUnseen(db, userIds, from, to)
  rows.sort(compareRowKeys)
  return {
    end: lastExamined === undefined ? to : advance(from, to, lastExamined),
    isComplete: lastExamined === undefined,
    entriesOf(userId, after) {
      const rowsOfUser = rows.filter((row) => row.userId === userId || row.userId === null)
      const positions = positionsOf(from, to, rowsOfUser)
      return rowsOfUser.flatMap((row, n) => {
        const position = positions[n]
        if (position === undefined || (after && isSent(after, row))) return []
        return [showEntry(row, position)]
      })
    },
  }
}
