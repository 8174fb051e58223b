// The path of a request, the base URL of links, and the headers of every reply. Each header costs about 2 % of reading
// a transfer (docs/benchmarks/changes.tsv), so a header that only pages need is set on pages only.

import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { Settings } from '../../kernel/settings.ts'
import { mappedIpv4 } from './limits/request-limits.ts'

/** The path of a request without its query and without a slash at the end. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Scheme and authority of links: as configured, or the address at which the client reached this process. The Host
 * header is never used, because its sender could make links that lead other people elsewhere (D122).
 */
export function baseUrlOf(configured: string | undefined, { socket }: FastifyRequest): string {
  if (configured !== undefined) return configured
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  const address = mappedIpv4(localAddress) ?? localAddress
  return `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}

export type ReplyHeaders = {
  /** Sets the trace id and the start time of the request, and the headers that every reply has. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** The headers of a reply that is written without Fastify, because there is no parsed request (`rawReplies`). */
  forRawReply(): Readonly<Record<string, string>>
}

/** In characters, as in a UUID (Facts 4.2). */
export const CORRELATION_LENGTH_MAX = 36
const CORRELATION = new RegExp(`^[\\w-]{1,${CORRELATION_LENGTH_MAX}}$`)

/** `processId` is a random UUID. Trace ids begin like it. */
export function replyHeaders(settings: Settings, processId: string): ReplyHeaders {
  const headers = protectiveHeaders(settings)
  const nextTraceId = traceIds(processId)
  return {
    begin(request, reply) {
      request.startedMs = performance.now()
      request.traceId = nextTraceId()
      reply.headers(headers).header('x-trace-id', request.traceId)
      const correlation = request.headers['x-external-correlation-id']
      if (typeof correlation === 'string' && CORRELATION.test(correlation))
        reply.header('x-external-correlation-id', correlation)
    },
    forRawReply: () => ({ ...headers, 'x-trace-id': nextTraceId() }),
  }
}

function protectiveHeaders({ publicUrl }: Settings): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // A service without TLS must not send this header (RFC 6797 section 7.2). The maximum age is one year, in seconds.
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

const TRACE_COUNTER_DIGITS = 12
/** The position of the digit of a UUID that states its version. */
const VERSION_AT = 14
/** This version of RFC 9562 leaves the contents to the implementation. */
const CUSTOM_VERSION = '8'

/**
 * Returns a function that generates UUIDs: a random prefix, taken from `first`, followed by a counter. Every reply has a trace
 * id, and counting costs less than generating random digits. The counter shows a client only how many requests the
 * process has had.
 */
export function traceIds(first: string): () => string {
  const prefix = `${first.slice(0, VERSION_AT)}${CUSTOM_VERSION}${first.slice(VERSION_AT + 1, -TRACE_COUNTER_DIGITS)}`
  let count = 0
  return () => {
    count++
    const digits = count.toString(16).padStart(TRACE_COUNTER_DIGITS, '0')
    // Not concatenated: the log of requests serialises objects with concatenated strings half as fast.
    return [prefix, digits].join('')
  }
}

// The URLs of pages contain secrets, such as the token of a claim or the code of a grant.
const pageHeaders = { 'referrer-policy': 'no-referrer' }

/** Records on the request which endpoint its route belongs to, and sets the headers of pages on the reply. */
export function setEndpoint(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.endpoint = endpoint
  if (endpoint.replies === 'text/html') reply.headers(pageHeaders)
}
