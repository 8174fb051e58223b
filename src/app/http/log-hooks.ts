// Hands answered requests to the log (D130): those to logged endpoints and, in a sandbox, those without a route. No reply
// waits for the database of the log.

import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { Endpoint, Route } from '../../kernel/endpoint.ts'
import {
  type AnsweredRequest,
  isLogged,
  LOGGED_REPLY_HEADERS,
  type LoggedEndpoint,
  type LoggedFile,
} from '../../requests/index.ts'
import type { RequestLog } from '../request-log.ts'
import { realNowMs } from '../worker/clock.ts'
import { type Authentication, authenticate, tokenOf } from './authentication.ts'
import { pathOf } from './headers.ts'
import { knownWordsOf, unknownRoute } from './unknown-route.ts'

/** In characters. Longer names are cut. */
const FILE_NAME_LENGTH_MAX = 200

/** The hook that hands the requests of a route to `log`; no hook without a log, or for an endpoint that is not logged. */
export function logHooks(
  log: RequestLog | undefined,
  endpoint: Endpoint,
  route: Route,
): Pick<RouteShorthandOptions, 'onSend'> {
  if (log === undefined || !isLogged(endpoint)) return {}
  return {
    onSend: (request, reply, payload, done) => {
      log.add(answeredRequestOf(endpoint, route, { request, reply, payload }))
      done()
    },
  }
}

/** Called after the reply to a request without a route, with the body of the reply. */
export type LogUnknownRoute = (request: FastifyRequest, reply: FastifyReply, body: object) => void

type LogSettings = {
  readonly mode: 'sandbox' | 'live'
  readonly authentication: Authentication
  readonly requestLog?: RequestLog | undefined
}

/**
 * Returns the function that hands requests without a route to the log of a sandbox, for the user whose token they have: a
 * mistyped path is a common first mistake. The token is looked up after the reply, and the request counts against the same
 * limits as any other request, so such requests cause no more queries than others. Without a valid token nothing is logged.
 */
export function unknownRouteLog(
  { mode, authentication, requestLog: log }: LogSettings,
  endpoints: readonly Endpoint[],
): LogUnknownRoute {
  if (log === undefined || mode === 'live') return () => undefined
  const knownPathOf = knownWordsOf(endpoints)
  return (request, reply, body) => {
    // Without a token, `authenticate` would count the request against its address.
    if (tokenOf(request) === undefined) return
    const route = `${request.method} /{unknown}`
    const path = knownPathOf(pathOf(request))
    const payload = JSON.stringify(body)
    const answered = answeredRequestOf(unknownRoute, route, { request, reply, payload })
    callerOf(authentication, request).then(
      (caller) => log.add({ ...answered, path, caller }),
      () => undefined,
    )
  }
}

/** An async function, because `authenticate` may throw, and its caller handles only a rejected promise. */
async function callerOf(authentication: Authentication, request: FastifyRequest): Promise<Caller> {
  return authenticate(authentication, { access: { token: 'any' } }, request)
}

type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly payload: unknown
}

function answeredRequestOf(
  endpoint: LoggedEndpoint,
  route: string,
  { request, reply, payload }: Exchange,
): AnsweredRequest {
  const { params, query, body, headers, traceId, startedMs } = request
  return {
    endpoint,
    route,
    caller: request.caller ?? { kind: 'none' },
    params,
    query,
    body,
    requestBytes: requestBytesOf(headers),
    files: (request.files ?? []).map(fileOf),
    requestHeaders: headers,
    replyHeaders: loggedHeadersOf(reply),
    status: reply.statusCode,
    reply: typeof payload === 'string' ? payload : undefined,
    replyBytes: replyBytesOf(payload),
    traceId,
    durationMs: performance.now() - startedMs,
    answeredMs: realNowMs(),
  }
}

/** Reads the headers one by one, because `getHeaders` copies all of them. */
function loggedHeadersOf(reply: FastifyReply): AnsweredRequest['replyHeaders'] {
  const logged: Record<string, unknown> = {}
  for (const name of LOGGED_REPLY_HEADERS) {
    const value = reply.getHeader(name)
    if (value !== undefined) logged[name] = value
  }
  return logged
}

function fileOf({ formPart, fileName, kind, bytes }: NonNullable<FastifyRequest['files']>[number]) {
  const name = fileName.slice(0, FILE_NAME_LENGTH_MAX)
  return { part: formPart, name, kind, bytes: bytes.length } satisfies LoggedFile
}

/** Null for a body in chunks, which declares no size. */
function requestBytesOf(headers: FastifyRequest['headers']): number | null {
  const bytes = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] !== undefined) return null
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : 0
}

/** The size of a payload of bytes, and 0 without a payload. Null for a stream, and for a text, which the log measures itself. */
function replyBytesOf(payload: unknown): number | null {
  if (payload === undefined || payload === null) return 0
  return Buffer.isBuffer(payload) ? payload.length : null
}
