// Sends a stream of server-sent events.

import type { FastifyReply } from 'fastify'
import type { LiveReply } from '../../../kernel/live-reply.ts'
import type { FeedStreams } from '../../feed-streams.ts'

export function sendLive(
  feed: FeedStreams,
  live: LiveReply,
  isAllowed: () => Promise<boolean>,
  reply: FastifyReply,
): void {
  // A proxy must neither buffer the entries nor compress them, because compressing buffers them too.
  reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
  reply.type('text/event-stream')
  // A reply to HEAD ends with its headers, so a stream would stay open, unread, until the connection closes.
  if (reply.request.method === 'HEAD') return void reply.send()
  const { socket } = reply.request.raw
  const bytes = feed.open(live, { isAllowed, cut: () => socket.destroy() })
  // Fastify notices that a connection was closed only when it writes the next bytes.
  socket.once('close', () => bytes.destroy())
  reply.send(bytes)
}
