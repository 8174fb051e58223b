// A reply that stays open and sends the entries of the live feed as they are committed.

import type { Id } from './ids.ts'
import type { ReadyReply } from './ready-reply.ts'

const isLive: unique symbol = Symbol('live')

export type LiveReply = {
  readonly [isLive]: true
  /** The user who sees the entries. */
  readonly userId: Id<'user'>
  /** The position after which the stream begins. */
  readonly after: string
}

/** A reply that the schema of its operation does not serialise. */
export type RawReply = ReadyReply | LiveReply

export function liveReply(userId: Id<'user'>, after: string): LiveReply {
  return { [isLive]: true, userId, after }
}

export function isLiveReply(reply: unknown): reply is LiveReply {
  return typeof reply === 'object' && reply !== null && isLive in reply
}
