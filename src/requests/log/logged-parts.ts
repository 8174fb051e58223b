// Decides which parts of a request and its reply the log keeps: only fields that the schemas of the operation declare and do
// not mark as secret (D130). Of a refused request the log keeps less, because any field may have a secret that was meant for
// another field.

import type { BodyAbsence, LoggedError } from '../model.ts'
import { type AnsweredRequest, ERROR_STATUS_MIN, type LoggedEndpoint } from './answered-request.ts'
import { type Projection, projectionOf } from './projection.ts'

/** A larger body is not kept; the row has the size of the body. A choice of this project. */
export const BODY_KEPT_BYTES_MAX = 16 * 1024

export type LoggedParts = {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: object | null
  /**
   * The JSON text of the fields of the body that may be kept. Null when the log does not keep the body, for the reason in
   * `bodyAbsence`, and in live mode, where `bodyAbsence` is null too.
   */
  readonly requestBody: string | null
  /**
   * The JSON text of the fields of the reply that may be kept. Null for every refusal, for a reply that is empty, not JSON or
   * above `BODY_KEPT_BYTES_MAX`, when no field may be kept, and in live mode.
   */
  readonly replyBody: string | null
  readonly bodyAbsence: BodyAbsence | null
  /** The size of the whole reply; null for a stream. */
  readonly replyBytes: number | null
  readonly errors: readonly LoggedError[]
}

type AllowedFields = Readonly<Record<'params' | 'query' | 'body' | 'reply', Projection>> & {
  /** Whether the operation declares a secret field in its requests. */
  readonly hasSecret: boolean
}

/** Returns the function that reduces requests of the endpoint; without `keepsBodies` to no query and no body (live mode). */
export function partReducer(
  endpoint: LoggedEndpoint,
  keepsBodies: boolean,
): (answered: AnsweredRequest) => LoggedParts {
  const allowed = allowedFieldsOf(endpoint)
  return (answered) =>
    answered.status < ERROR_STATUS_MIN
      ? partsOfSuccess(answered, allowed, keepsBodies)
      : partsOfRefusal(answered, allowed, keepsBodies)
}

function allowedFieldsOf({ params, query, body, reply }: LoggedEndpoint): AllowedFields {
  const allowed = {
    params: projectionOf(params),
    query: projectionOf(query),
    body: projectionOf(body),
    reply: projectionOf(reply),
  }
  const hasSecret = [allowed.params, allowed.query, allowed.body].some(
    (projection) => projection.hasSecret,
  )
  return { ...allowed, hasSecret }
}

function partsOfSuccess(
  answered: AnsweredRequest,
  { params, query, body, reply }: AllowedFields,
  keepsBodies: boolean,
): LoggedParts {
  const replyBytes = replyBytesOf(answered)
  return {
    params: (params.keep(answered.params) ?? {}) as LoggedParts['params'],
    query: keepsBodies ? ((query.keep(answered.query) ?? null) as object | null) : null,
    ...(keepsBodies ? requestBodyOf(answered, () => body.keep(answered.body)) : NO_BODY),
    replyBody: keepsBodies ? replyTextOf(answered, replyBytes, reply) : null,
    replyBytes,
    errors: [],
  }
}

const UNAUTHORIZED = 401

function partsOfRefusal(
  answered: AnsweredRequest,
  { params, query, body, hasSecret }: AllowedFields,
  keepsBodies: boolean,
): LoggedParts {
  const errors = errorsOf(answered.reply)
  const keep = (projection: Projection, value: unknown) =>
    dropRefused(projection.keep(value), errors)
  const mayHaveSecret = hasSecret || answered.status === UNAUTHORIZED
  return {
    params: (hasSecret ? {} : (keep(params, answered.params) ?? {})) as LoggedParts['params'],
    query:
      keepsBodies && !mayHaveSecret
        ? ((keep(query, answered.query) ?? null) as object | null)
        : null,
    ...(keepsBodies
      ? requestBodyOf(answered, () => keep(body, answered.body), mayHaveSecret)
      : NO_BODY),
    replyBody: null,
    replyBytes: replyBytesOf(answered),
    errors: errors.map((error) => withPresence(error, answered)),
  }
}

type LoggedBody = Pick<LoggedParts, 'requestBody' | 'bodyAbsence'>

const NO_BODY: LoggedBody = { requestBody: null, bodyAbsence: null }

/** The fields of the body that may be kept, or the first reason that applies why the log keeps no body. */
function requestBodyOf(
  { requestBytes, body }: AnsweredRequest,
  keepBody: () => unknown,
  mayHaveSecret = false,
): LoggedBody {
  const absent = (bodyAbsence: BodyAbsence) => ({ requestBody: null, bodyAbsence })
  if (requestBytes === 0) return absent('notSent')
  if (mayHaveSecret) return absent('secret')
  if (requestBytes === null || requestBytes > BODY_KEPT_BYTES_MAX) return absent('large')
  if (body === undefined) return absent('notRead')
  const allowed = keepBody()
  if (allowed === undefined) return absent('undeclared')
  const requestBody = textOf(allowed)
  // The sent body fits, but the text of the parsed body may be longer, for example because it has a number in full.
  return requestBody === null ? absent('large') : { requestBody, bodyAbsence: null }
}

/** Adds to the error whether its field was sent. `wasSent` reveals nothing of the value, so secret fields have it too. */
function withPresence(error: LoggedError, answered: AnsweredRequest): LoggedError {
  const { query, body, requestBytes } = answered
  if (error.path === undefined || (body === undefined && requestBytes !== 0)) return error
  const names = namesOf(error.path)
  // Errors of forms name a field of `details` without its parent.
  const paths = [names, ['details', ...names]]
  const wasSent = [query, body].some((sent) => paths.some((path) => isSent(sent, path)))
  return { ...error, wasSent }
}

/** Whether the value has a field at this path, and the field is not null. */
function isSent(value: unknown, [name, ...below]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined && value !== null
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return false
  return isSent((value as Record<string, unknown>)[name], below)
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) <= BODY_KEPT_BYTES_MAX ? text : null
}

function replyBytesOf({ reply, replyBytes }: AnsweredRequest): number | null {
  return reply === undefined ? replyBytes : Buffer.byteLength(reply)
}

function replyTextOf(
  { reply, endpoint }: AnsweredRequest,
  replyBytes: number | null,
  allowed: Projection,
): string | null {
  if (!reply || (replyBytes ?? 0) > BODY_KEPT_BYTES_MAX || endpoint.replies) return null
  // The serialiser writes only declared fields. So the text is parsed only when the schema has a secret field, or allows
  // fields of any name.
  return allowed.keepsAll ? reply : textOf(allowed.keep(JSON.parse(reply)))
}

const FIELD_PATH = /^[\w.[\]-]{1,200}$/

/** Reads only codes and fields: messages and arguments may repeat what the client sent. */
function errorsOf(reply: string | undefined): LoggedError[] {
  if (!reply?.startsWith('{')) return []
  const { errors, error } = JSON.parse(reply) as { errors?: LoggedError[]; error?: unknown }
  if (!Array.isArray(errors)) return typeof error === 'string' ? [{ code: error }] : []
  return errors.map(({ code, path }) => ({
    code: String(code),
    ...(path !== undefined && FIELD_PATH.test(path) && { path }),
  }))
}

/** Drops the fields that an error names: a value that was refused may be anything, such as a secret of another field. */
function dropRefused(value: unknown, errors: readonly LoggedError[]): unknown {
  for (const { path = '' } of errors) dropField(value, namesOf(path))
  return value
}

/** `['items', '0', 'name']` for `items[0].name`. */
function namesOf(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((name) => name !== '')
}

function dropField(value: unknown, [name, ...below]: readonly string[]): void {
  if (name === undefined || value === null || typeof value !== 'object') return
  const fields = value as Record<string, unknown>
  if (below.length === 0) delete fields[name]
  else dropField(fields[name], below)
}
