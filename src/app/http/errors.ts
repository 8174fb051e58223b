// The replies to refusals and bugs (D5), and to requests that match no route. The reply to a bug is a 500 that identifies the
// bug only by the trace id; the details are in the log.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnreachable } from '../../kernel/database/errors.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { securityEventOf } from '../../kernel/security-event.ts'
import { OauthFailure } from '../../users/index.ts'
import { type ErrorLog, errorFields } from '../error-log.ts'
import type { SecurityLog } from '../security-log.ts'
import { NotJson } from './body/parse-body.ts'
import { BodyRefused } from './body/read-body.ts'
import { errorBody } from './error-body.ts'
import { pathOf } from './headers.ts'

export const UnknownRoute = {
  code: 'not.found',
  message: 'There is no operation at this path. Compare it with the paths in /openapi.json.',
}
export const MethodNotAllowed = {
  code: 'method.not-allowed',
  message: 'This path has no operation with this method. Use a method of the reply header Allow.',
}
const BadUrl = {
  code: 'request.url.malformed',
  message: 'The path of the request is malformed. Percent-encode its special characters.',
}
const HostMissing = {
  code: 'request.host.missing',
  message: 'Send the header Host, which HTTP/1.1 requires.',
}
export const Internal = {
  code: 'internal',
  message: 'The service failed. Give its operator the value of the reply header x-trace-id.',
}
export const DatabaseUnreachable = {
  code: 'database.away',
  message:
    'The database cannot be reached, and the request may or may not have had an effect. Send it again, with the same idempotency key if it has one.',
}

/** Every 429 and 503 of an operation has the header Retry-After, in seconds. A refusal may replace this time by its own. */
function retryAfterOf(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'retry-after': '1' } : {}
}

/** For a URL that the router cannot parse. Such a request has no handler. */
export function sendBadUrl(reply: FastifyReply): void {
  void reply.code(400).send(errorBody(BadUrl))
}

/** Whether the request lacks the header Host, which HTTP/1.1 requires (RFC 9112 section 3.2). */
export function isWithoutHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1'
}

export function sendHostMissing(reply: FastifyReply): void {
  void reply.code(400).send(errorBody(HostMissing))
}

/**
 * Returns the methods of a path as the header `Allow` lists them; undefined when no route has the path. The route of the
 * console's pages does not count: it has every path below /console, so each unknown operation there would be a 405.
 */
type AllowedMethods = (path: string) => string | undefined

/**
 * Collects the methods of every route that is mounted on `server` after this call (D104). The router looks for method and
 * path together, so when it finds no route it does not report whether the path exists.
 */
export function allowedMethodsOf(server: FastifyInstance): AllowedMethods {
  const routes = new Map<string, { readonly path: RegExp; readonly methods: Set<string> }>()
  server.addHook('onRoute', ({ method, url }) => {
    const route = routes.get(url) ?? { path: patternOf(url), methods: new Set() }
    routes.set(url, route)
    for (const name of [method].flat()) route.methods.add(name)
  })
  return (path) => {
    const found = [...routes.values()].filter((route) => route.path.test(path))
    const methods = new Set(found.flatMap((route) => [...route.methods]))
    return methods.size === 0 ? undefined : [...methods].sort().join(', ')
  }
}

/** Escapes the `*` of the console's pages too, so that their pattern matches no path (`AllowedMethods`). */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`)
}

/** Replies to a request without a route: 405 when the path has other methods, otherwise 404. Returns the body of the reply. */
export function sendUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: AllowedMethods,
): object {
  const allow = allowedMethods(pathOf(request))
  if (allow === undefined) {
    const body = errorBody(UnknownRoute)
    void reply.code(404).send(body)
    return body
  }
  const message = `This path has no ${request.method} operation. Use ${allow}.`
  const body = errorBody({ ...MethodNotAllowed, message })
  void reply.code(405).header('allow', allow).send(body)
  return body
}

export function installErrorHandler(
  server: FastifyInstance,
  log: ErrorLog,
  securityLog: SecurityLog,
): void {
  server.setErrorHandler((error, request, reply) => {
    const event = securityEventOf(error)
    if (event) securityLog(event, request)
    return sendDeclared(error, reply) ?? sendUnforeseen(error, request, reply, log)
  })
}

/** Sends the reply that a declared error describes; undefined for any other error. */
function sendDeclared(error: unknown, reply: FastifyReply): FastifyReply | undefined {
  if (error instanceof OauthFailure) {
    const { status, body, challenge } = error
    if (challenge) reply.header('www-authenticate', challenge)
    return reply.code(status).send(body)
  }
  if (error instanceof Refusal) {
    const headers = { ...retryAfterOf(error.status), ...error.headers }
    return reply.code(error.status).headers(headers).send(error.body)
  }
  if (error instanceof BodyRefused) {
    const { status, reason } = error
    return reply.code(status).headers(retryAfterOf(status)).send(errorBody(reason))
  }
  return undefined
}

function sendUnforeseen(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: ErrorLog,
): FastifyReply {
  const { statusCode = 500, code } = error as { statusCode?: number; code?: string }
  // Any other error with a status from 400 to 499 is from Fastify, and is about the body, such as a wrong content-length.
  if (statusCode >= 400 && statusCode < 500)
    return reply
      .code(statusCode)
      .send(errorBody({ code: NotJson.code, message: (error as Error).message }))
  const { traceId, routeOptions } = request
  if (isDatabaseUnreachable(error)) {
    log.error({ traceId, route: routeOptions.url, code }, 'the database is unreachable')
    return reply.code(503).headers(retryAfterOf(503)).send(errorBody(DatabaseUnreachable))
  }
  log.error({ bug: errorFields(error), traceId, route: routeOptions.url }, 'a bug')
  return reply.code(500).send(errorBody(Internal))
}
