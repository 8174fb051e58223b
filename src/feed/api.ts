// The endpoint of this module. It is not logged: a stream never ends, and who reads pages would fill the log.

import { reads } from '../kernel/endpoint.ts'
import { liveReply } from '../kernel/live-reply.ts'
import { PositionInvalid, PositionTooOld, StreamsFull, TooManyStreams } from './errors.ts'
import { findPosition } from './find-position.ts'
import { formatSnapshot } from './model.ts'
import { readPage } from './read-page.ts'
import { FeedEntry, FeedPage, FeedQuery } from './schemas.ts'
import { findSnapshot } from './store.ts'

export const stream = reads(
  {
    id: 'feed.stream',
    operationId: 'streamFeed',
    route: 'GET /v1/sandbox/feed',
    summary:
      'Follow what happens in the sandbox: requests, events, deliveries, timers and the clock.',
    spec: 'D130',
    access: { token: 'personal' },
    sandboxOnly: true,
    neverLogged: true,
    query: FeedQuery,
    reply: FeedPage,
    streams: FeedEntry,
    errors: [PositionInvalid, PositionTooOld, TooManyStreams, StreamsFull],
  },
  async (db, { caller, headers, query }) => {
    const after = textOf(headers['last-event-id']) ?? query.after
    if (!acceptsStream(textOf(headers.accept))) return readPage(db, caller.userId, after)
    // The stream begins with this request, so what the client does after the reply is on it.
    if (after === undefined) return liveReply(caller.userId, formatSnapshot(await findSnapshot(db)))
    await findPosition(db, after)
    return liveReply(caller.userId, after)
  },
)

const textOf = (header: string | string[] | undefined) =>
  typeof header === 'string' && header !== '' ? header : undefined

function acceptsStream(accept = ''): boolean {
  return accept.split(',').some((type) => /^\s*text\/event-stream\s*(;|$)/i.test(type))
}
