// Reads a page of the feed, for clients that do not keep a connection open.

import type { Static } from 'typebox'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { formatSnapshot } from './model.ts'
import { readFeed } from './read-feed.ts'
import { readPosition } from './read-position.ts'
import type { FeedPage } from './schemas.ts'

export async function readPage(
  db: Reader,
  userId: Id<'user'>,
  after: string,
): Promise<Static<typeof FeedPage>> {
  const { position, now } = await readPosition(db, after)
  const { end, isComplete, entriesOf } = await readFeed(db, [userId], position.seen, now)
  return {
    position: formatSnapshot(end),
    isComplete,
    entries: entriesOf(userId, position),
  }
}
