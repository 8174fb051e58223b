// The endpoints of this module. Requests to the feed are not logged: a stream never ends, and a client that reads pages would
// fill the log.

import type { Reader } from '../kernel/database/db.ts'
import { reads } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { liveReply } from '../kernel/live-reply.ts'
import { PositionInvalid, PositionTooOld, StreamsFull, TooManyStreams } from './errors.ts'
import { formatSnapshot } from './model.ts'
import { readPage } from './read-page.ts'
import { findRecentPosition, readPosition } from './read-position.ts'
import {
  AttemptsParams,
  DeliveryAttempts,
  FeedEntry,
  FeedPage,
  FeedQuery,
  showAttempt,
} from './schemas.ts'
import { findSnapshot, listAttempts } from './store.ts'

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
    const requested = textOf(headers['last-event-id']) ?? query.after
    const after = requested ?? (await findStart(db, caller.userId, query.recent))
    if (!acceptsStream(textOf(headers.accept))) return readPage(db, caller.userId, after)
    // Refuses a position that the stream could not continue from, before the reply begins.
    if (requested !== undefined) await readPosition(db, requested)
    return liveReply(caller.userId, after)
  },
)

export const attempts = reads(
  {
    id: 'feed.list-attempts',
    operationId: 'listDeliveryAttempts',
    route: 'GET /v1/sandbox/profiles/{profileId}/deliveries/{deliveryId}/attempts',
    summary:
      'List the attempts to send a delivery, including those before a redelivery, as long as the feed keeps them.',
    spec: 'D130, gap 946',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: AttemptsParams,
    reply: DeliveryAttempts,
    errors: [],
  },
  async (db, { params: { profileId, deliveryId } }) =>
    (await listAttempts(db, profileId, deliveryId)).map(showAttempt),
)

/**
 * Returns the current position, or the position of about `recent` requests and events ago. The position is found before the
 * reply is sent, so a stream has everything that the client does after the reply.
 */
async function findStart(
  db: Reader,
  userId: Id<'user'>,
  recent: number | undefined,
): Promise<string> {
  const start = recent === undefined ? findSnapshot(db) : findRecentPosition(db, userId, recent)
  return formatSnapshot(await start)
}

const textOf = (header: string | string[] | undefined) =>
  typeof header === 'string' && header !== '' ? header : undefined

function acceptsStream(accept = ''): boolean {
  return accept.split(',').some((type) => /^\s*text\/event-stream\s*(;|$)/i.test(type))
}
