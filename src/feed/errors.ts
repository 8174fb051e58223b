// Every refusal of this module, and the limits of the streams.

import type { ErrorKind } from '../kernel/refusal.ts'

/**
 * Over HTTP/1.1 a browser opens at most six connections to a service, so five streams leave one connection for other requests
 * (gap 943).
 */
export const STREAMS_PER_USER_MAX = 5
/** Streams of one process (gap 943). Each stream uses a connection of the process. */
export const STREAMS_MAX = 200

export const PositionInvalid: ErrorKind = {
  code: 'feed.position.invalid',
  status: 400,
  message:
    'The feed does not have this position. Send the position of an entry or a page of this service, or send neither after nor Last-Event-ID to begin now.',
  path: 'after',
}

export const PositionTooOld: ErrorKind = {
  code: 'feed.position.too-old',
  status: 410,
  message:
    'This position is too old: entries after it were deleted, or too many transactions have followed it. Send neither after nor Last-Event-ID to begin now.',
  path: 'after',
}

export const TooManyStreams: ErrorKind = {
  code: 'feed.streams.too-many',
  status: 429,
  message: `You have ${STREAMS_PER_USER_MAX} open streams, which is the maximum. Close one of them first.`,
}

export const StreamsFull: ErrorKind = {
  code: 'feed.streams.full',
  status: 503,
  message: `This process has ${STREAMS_MAX} open streams, which is the maximum. Try again later, or read the feed without a stream.`,
}
