// How a refusal, and a bug, look on the wire (D5). Nothing unforeseen reaches the caller but a bare
// 500 with the trace id; what it was stands in the log.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../../kernel/database/errors.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { securityEventOf } from '../../kernel/security-event.ts'
import { OauthFailure } from '../../users/index.ts'
import type { SecurityLog } from '../security-log.ts'
import { NotJson } from './body.ts'
import { BodyRefused } from './read-body.ts'
import { pathOf } from './url.ts'

const plain = (code: string, message: string) => ({ errors: [{ arguments: [], code, message }] })

const UnknownRoute = { code: 'not.found', message: 'There is no such operation.' }
const BadUrl = { code: 'request.url.malformed', message: 'The path of the request is malformed.' }
const HostMissing = {
  code: 'request.host.missing',
  message: 'A request over HTTP/1.1 must have the header Host.',
}
export const Internal = { code: 'internal', message: 'Something went wrong on our side.' }

/** For what the router itself cannot read, and so never reaches a handler. */
export function answerBadUrl(reply: FastifyReply): void {
  void reply.code(400).send(plain(BadUrl.code, BadUrl.message))
}

/** RFC 9112, section 3.2. */
export function isWithoutHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1'
}

export function answerHostMissing(reply: FastifyReply): void {
  void reply.code(400).send(plain(HostMissing.code, HostMissing.message))
}

export const DatabaseAway = {
  code: 'database.away',
  message:
    'The database cannot be reached. It is not known whether the request was done: repeat it, with the same key if it has one.',
}

type Log = { error(details: object, message: string): void }

/** Methods of a path, joined as the header `Allow` has them; undefined for a path that is not known. */
export type AllowedMethods = (path: string) => string | undefined

/** Where no operation is mounted: 404, or 405 when other methods have one. */
export function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: AllowedMethods,
): void {
  const allow = allowedMethods(pathOf(request))
  if (allow === undefined)
    return void reply.code(404).send(plain(UnknownRoute.code, UnknownRoute.message))
  const message = `This path does not offer ${request.method}. Use ${allow}.`
  void reply.code(405).header('allow', allow).send(plain('method.not-allowed', message))
}

export function answerErrors(app: FastifyInstance, log: Log, securityLog: SecurityLog): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = (thrown as { error?: unknown }).error ?? thrown
    const event = securityEventOf(error)
    if (event) securityLog(event, request)
    if (error instanceof OauthFailure) {
      const { status, body, challenge } = error
      if (challenge) reply.header('www-authenticate', challenge)
      return reply.code(status).send(body)
    }
    // Every 503 says when to come again; a refusal may know better.
    const { status: refusedWith } = error as { status?: number }
    if (refusedWith === 503) reply.header('retry-after', '1')
    if (error instanceof Refusal)
      return reply.code(error.status).headers(error.headers).send(error.body)
    if (error instanceof BodyRefused) {
      if (error.status === 429) reply.header('retry-after', '1')
      return reply.code(error.status).send(plain(error.reason.code, error.reason.message))
    }
    const { statusCode = 500, code } = error as { statusCode?: number; code?: string }
    if (statusCode >= 400 && statusCode < 500)
      return reply.code(statusCode).send(plain(NotJson.code, (error as Error).message))
    const { traceId, routeOptions } = request
    if (isDatabaseAway(error)) {
      log.error({ traceId, route: routeOptions.url, code }, 'the database is away')
      return reply
        .code(503)
        .header('retry-after', '1')
        .send(plain(DatabaseAway.code, DatabaseAway.message))
    }
    log.error({ bug: loggable(error), traceId, route: routeOptions.url }, 'a bug')
    return reply.code(500).send(plain(Internal.code, Internal.message))
  })
}

/**
 * What of an error may stand in a log. The detail and the parameters of a database error hold rows,
 * and rows hold people's data: they are left out.
 */
export function loggable(error: unknown): object {
  const { name, message, stack, cause, code, constraint, table } = error as Error & {
    code?: string
    constraint?: string
    table?: string
  }
  return { name, message, code, constraint, table, stack, cause: cause && loggable(cause) }
}
