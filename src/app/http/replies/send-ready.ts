// Sends a reply that was created once and is kept as bytes.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, type ReadyReply } from '../../../kernel/ready-reply.ts'

/** Sends the bytes, or 304 to a client that has them. A client may cache them if it revalidates each time. */
export function sendReady(
  ready: ReadyReply,
  contentType: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers({ etag: ready.etag, 'cache-control': 'private, no-cache' })
  if (matchesEtag(ready, request.headers['if-none-match'])) reply.code(304).send()
  else reply.type(contentType).send(ready.body)
}
