// The headers by which replies protect whoever gets them. Each costs about a fiftieth of what reading a
// transfer takes (docs/benchmarks.md), so what only a page heeds stands on pages only.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { Settings } from '../../kernel/settings.ts'

/** Of every reply. */
export function commonHeaders({ publicUrl }: Settings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Not to be sent where there is no TLS (RFC 6797, 7.2).
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

// The addresses of pages hold secrets: links to claims, codes of grants.
const ofPages = { 'referrer-policy': 'no-referrer' }

/** Says which endpoint the request has reached. */
export function reach(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
  request.endpoint = endpoint
  if (endpoint.replies === 'text/html') reply.headers(ofPages)
}
