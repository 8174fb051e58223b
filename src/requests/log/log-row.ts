// Makes the row of a request: only what the schemas of its operation allow (D130).

import type { Caller } from '../../kernel/caller.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { KeyReused } from '../../kernel/idempotency.ts'
import { type Id, parseId } from '../../kernel/ids.ts'
import { isUuid } from '../../kernel/wire.ts'
import type {
  Idempotency,
  LoggedError,
  LoggedFile,
  RequestDetails,
  RequestSummary,
} from '../model.ts'
import { type Projection, projectionOf } from './projection.ts'
import { subjectsOf } from './subjects.ts'

/** A request that was answered, with references to its parts; they are reduced when the row is made. */
export type AnsweredRequest = {
  readonly endpoint: Endpoint
  readonly route: string
  readonly caller: Caller
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The declared size of the body. */
  readonly requestBytes: number
  /** The logged properties of the files of an upload. */
  readonly files: readonly LoggedFile[]
  readonly requestHeaders: Readonly<Record<string, unknown>>
  readonly replyHeaders: Readonly<Record<string, unknown>>
  readonly status: number
  /** The text of the reply; undefined when it was sent as a stream or as stored bytes. */
  readonly reply: string | undefined
  readonly replyBytes: number | null
  readonly traceId: string
  readonly durationMs: number
  readonly at: Temporal.Instant
}

/** A larger body is not kept; the row has its size. */
export const BODY_KEPT_BYTES_MAX = 16 * 1024
const HEADER_LENGTH_MAX = 200
const ERRORS_MAX = 20

const REQUEST_HEADERS = ['content-type', 'accept', 'user-agent', 'x-idempotence-uuid']
const REPLY_HEADERS = ['content-type', 'retry-after', 'idempotency-replayed', 'allow', 'etag']

type AllowedFields = Readonly<Record<'params' | 'query' | 'body' | 'reply', Projection>> & {
  /** Whether the request may contain a secret. One that was refused may have it in a wrong field. */
  readonly hasSecret: boolean
}

function allowedFieldsOf({ params, query, body, reply }: Endpoint): AllowedFields {
  const allowed = {
    params: projectionOf(params),
    query: projectionOf(query),
    body: projectionOf(body),
    reply: projectionOf(reply),
  }
  const hasSecret = [allowed.params, allowed.query, allowed.body].some((each) => each.hasSecret)
  return { ...allowed, hasSecret }
}

/** Whether requests of the endpoint get a row: not pages, encrypted bodies, tokens and the log itself (D130, gap 860). */
export function isLogged({ replies, encrypted, neverLogged }: Endpoint): boolean {
  const isPage = replies === 'text/html' || replies === 'application/jose'
  return !isPage && encrypted !== true && neverLogged !== true
}

export type LogRow = {
  /** Who may read the row: the user whose token was sent. */
  readonly userId: number | null
  readonly summary: RequestSummary
  readonly details: RequestDetails
  /** Bodies are JSON texts: only fields that may be kept. Null when nothing may, or it is too large. */
  readonly requestBody: string | null
  readonly replyBody: string | null
}

/** Returns the function that makes rows. Without `bodies` they have no query, no body and no file (live mode). */
export function logRows({ bodies }: { readonly bodies: boolean }) {
  // Filled with the first request of each operation.
  const allowedByEndpoint = new Map<Endpoint, AllowedFields>()
  const allowedOf = (endpoint: Endpoint): AllowedFields => {
    const allowed = allowedByEndpoint.get(endpoint) ?? allowedFieldsOf(endpoint)
    allowedByEndpoint.set(endpoint, allowed)
    return allowed
  }
  return (answered: AnsweredRequest): LogRow => {
    const { endpoint, caller, status, files, requestHeaders, replyHeaders } = answered
    const { params, query, body, reply, hasSecret } = allowedOf(endpoint)
    const errors = status < 400 ? [] : errorsOf(answered.reply)
    const keepsRequest = bodies && (status < 400 || (!hasSecret && status !== UNAUTHORIZED))
    const withoutRefused = (part: unknown) => (errors.length > 0 ? dropRefused(part, errors) : part)
    const keptParams =
      status < 400 || !hasSecret ? record(withoutRefused(params.keep(answered.params))) : {}
    const requestBody = keepsRequest ? textOf(withoutRefused(body.keep(answered.body))) : null
    const replyBody = bodies && status < 400 ? replyTextOf(answered, reply) : null
    return {
      userId: caller.kind === 'user' ? caller.userId : null,
      summary: {
        profileId: profileIdOf(keptParams),
        applicationId: caller.kind === 'none' ? null : caller.applicationId,
        operation: endpoint.operationId,
        method: answered.route.slice(0, answered.route.indexOf(' ')),
        route: pathOf(answered.route),
        path: pathWith(keptParams, answered),
        status,
        durationUs: Math.max(0, Math.round(answered.durationMs * 1000)),
        idempotency: idempotencyOf(answered, errors),
        traceId: answered.traceId,
        errors: errors.slice(0, ERRORS_MAX),
        subjects: subjectsOf({
          endpointId: endpoint.id,
          params: keptParams,
          request: requestBody,
          reply: replyBody,
        }),
        answeredMs: answered.at.epochMilliseconds,
      },
      details: {
        query: keepsRequest
          ? ((withoutRefused(query.keep(answered.query)) ?? null) as object | null)
          : null,
        requestHeaders: headersOf(requestHeaders, REQUEST_HEADERS),
        replyHeaders: headersOf(replyHeaders, REPLY_HEADERS),
        files: bodies ? files : [],
        requestBytes: answered.requestBytes,
        replyBytes: answered.replyBytes,
      },
      requestBody,
      replyBody,
    }
  }
}

const UNAUTHORIZED = 401

/** Drops the fields that an error names: a value that was refused may be anything, such as a secret of another field. */
function dropRefused(part: unknown, errors: readonly LoggedError[]): unknown {
  for (const { path = '' } of errors)
    drop(
      part,
      path.split(/[.[\]]+/).filter((name) => name !== ''),
    )
  return part
}

function drop(part: unknown, [name, ...below]: readonly string[]): void {
  if (name === undefined || part === null || typeof part !== 'object') return
  const fields = part as Record<string, unknown>
  if (below.length === 0) delete fields[name]
  else drop(fields[name], below)
}

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1)

/** The path with the parameters that may be kept; the others stay in braces. */
function pathWith(
  keptParams: Readonly<Record<string, unknown>>,
  { route, status }: AnsweredRequest,
): string {
  return pathOf(route).replace(/\{(\w+)\}/g, (whole, name: string) =>
    isKept(keptParams[name], status) ? String(keptParams[name]) : whole,
  )
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>
}

function profileIdOf({ profileId }: Readonly<Record<string, unknown>>): Id<'profile'> | null {
  return Number.isSafeInteger(profileId) ? (profileId as Id<'profile'>) : null
}

const PLAIN = /^[\w.-]{1,64}$/

/** A refused request may have any text in its path, so there only an id or a UUID is kept. */
function isKept(value: unknown, status: number): boolean {
  const text = String(value ?? '')
  return status < 400 ? PLAIN.test(text) : parseId(text) !== undefined || isUuid(text)
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= BODY_KEPT_BYTES_MAX ? text : null
}

function replyTextOf({ reply, endpoint }: AnsweredRequest, allowed: Projection): string | null {
  if (!reply || reply.length > BODY_KEPT_BYTES_MAX || endpoint.replies) return null
  // The serialiser writes declared fields only, so the text needs no parsing unless one of them is secret.
  return allowed.keepsAll ? reply : textOf(allowed.keep(JSON.parse(reply)))
}

const FIELD_PATH = /^[\w.[\]-]{1,200}$/

/** Codes and fields only: messages and arguments may repeat what the client sent. */
function errorsOf(reply: string | undefined): LoggedError[] {
  if (!reply?.startsWith('{')) return []
  const { errors, error } = JSON.parse(reply) as { errors?: LoggedError[]; error?: unknown }
  if (!Array.isArray(errors)) return typeof error === 'string' ? [{ code: error }] : []
  return errors.map(({ code, path }) => ({
    code: String(code),
    ...(path !== undefined && FIELD_PATH.test(path) && { path }),
  }))
}

function idempotencyOf(
  { endpoint, requestHeaders, replyHeaders, status }: AnsweredRequest,
  errors: readonly LoggedError[],
): Idempotency {
  const key = requestHeaders['x-idempotence-uuid']
  if (endpoint.idempotencyKey === undefined || !isUuid(String(key ?? ''))) return 'none'
  if (replyHeaders['idempotency-replayed'] !== undefined) return 'replayed'
  if (errors.some(({ code }) => code === KeyReused.code)) return 'reused'
  return status < 400 ? 'first' : 'none'
}

function headersOf(headers: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const part: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value === undefined || (name === 'x-idempotence-uuid' && !isUuid(String(value)))) continue
    part[name] = String(value).slice(0, HEADER_LENGTH_MAX)
  }
  return part
}
