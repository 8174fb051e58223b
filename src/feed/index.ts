// The exports of the feed that other modules may use.

export { STREAMS_MAX, STREAMS_PER_USER_MAX, StreamsFull, TooManyStreams } from './errors.ts'
export { formatSnapshot, type Position, parsePosition, positionAt, type Snapshot } from './model.ts'
export { readFeed } from './read-feed.ts'
export type { FeedEntry } from './schemas.ts'
export { findSnapshot } from './store.ts'
