// Makes the row of an answered request from the parts that the log keeps.

import type { Endpoint } from '../../kernel/endpoint.ts'
import { KeyReused } from '../../kernel/idempotency.ts'
import { type Id, parseId } from '../../kernel/ids.ts'
import { isUuid } from '../../kernel/wire.ts'
import type { Idempotency, LoggedError, RequestDetails, RequestSummary } from '../model.ts'
import { type AnsweredRequest, ERROR_STATUS_MIN } from './answered-request.ts'
import { type LoggedParts, partReducer } from './logged-parts.ts'
import { subjectFinder } from './subjects.ts'

const HEADER_LENGTH_MAX = 200
const ERRORS_MAX = 20

const REQUEST_HEADERS = ['content-type', 'accept', 'user-agent', 'x-idempotence-uuid']
const REPLY_HEADERS = ['content-type', 'retry-after', 'idempotency-replayed', 'allow', 'etag']

export type LogRow = {
  /** Who may read the row: the user whose token was sent. */
  readonly userId: number | null
  readonly summary: RequestSummary
  readonly details: RequestDetails
  /** Bodies as in `LoggedParts`. */
  readonly requestBody: string | null
  readonly replyBody: string | null
}

type MakeRow = (answered: AnsweredRequest) => LogRow

/** Returns the function that makes rows. Without `bodies` they have no query, no body and no file (live mode). */
export function logRows({ bodies }: { readonly bodies: boolean }): MakeRow {
  // Filled with the first request of each operation.
  const makers = new Map<Endpoint, MakeRow>()
  return (answered) => {
    let makeRow = makers.get(answered.endpoint)
    if (makeRow === undefined) {
      makeRow = rowMaker(answered.endpoint, bodies)
      makers.set(answered.endpoint, makeRow)
    }
    return makeRow(answered)
  }
}

function rowMaker(endpoint: Endpoint, bodies: boolean): MakeRow {
  const reduce = partReducer(endpoint, bodies)
  const subjectsOf = subjectFinder(endpoint)
  return (answered) => {
    const logged = reduce(answered)
    const { caller } = answered
    return {
      userId: caller.kind === 'user' ? caller.userId : null,
      summary: summaryOf(answered, logged, subjectsOf(logged)),
      details: detailsOf(answered, logged.query, bodies),
      requestBody: logged.requestBody,
      replyBody: logged.replyBody,
    }
  }
}

function summaryOf(
  answered: AnsweredRequest,
  { params, errors }: LoggedParts,
  subjects: readonly string[],
): RequestSummary {
  const { endpoint, route, caller } = answered
  const endOfMethod = route.indexOf(' ')
  const path = route.slice(endOfMethod + 1)
  return {
    profileId: profileIdOf(params),
    applicationId: caller.kind === 'none' ? null : caller.applicationId,
    operation: endpoint.operationId,
    method: route.slice(0, endOfMethod),
    route: path,
    path: pathWith(path, params, answered.status),
    status: answered.status,
    durationUs: Math.max(0, Math.round(answered.durationMs * 1000)),
    idempotency: idempotencyOf(answered, errors),
    traceId: answered.traceId,
    errors: errors.slice(0, ERRORS_MAX),
    subjects,
    answeredMs: answered.at.epochMilliseconds,
  }
}

function detailsOf(
  answered: AnsweredRequest,
  query: object | null,
  bodies: boolean,
): RequestDetails {
  return {
    query,
    requestHeaders: headersOf(answered.requestHeaders, REQUEST_HEADERS),
    replyHeaders: headersOf(answered.replyHeaders, REPLY_HEADERS),
    files: bodies ? answered.files : [],
    requestBytes: answered.requestBytes,
    replyBytes: answered.replyBytes,
  }
}

function profileIdOf({ profileId }: LoggedParts['params']): Id<'profile'> | null {
  return Number.isSafeInteger(profileId) ? (profileId as Id<'profile'>) : null
}

/** The path with the parameters that may be kept; the others stay in braces. */
function pathWith(path: string, params: LoggedParts['params'], status: number): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isLoggable(params[name], status) ? String(params[name]) : whole,
  )
}

const PLAIN = /^[\w.-]{1,64}$/

/** A refused request may have any text in its path, so there only an id or a UUID is kept. */
function isLoggable(value: unknown, status: number): boolean {
  const text = String(value ?? '')
  return status < ERROR_STATUS_MIN ? PLAIN.test(text) : parseId(text) !== undefined || isUuid(text)
}

function idempotencyOf(
  { endpoint, requestHeaders, replyHeaders, status }: AnsweredRequest,
  errors: readonly LoggedError[],
): Idempotency {
  const key = requestHeaders['x-idempotence-uuid']
  if (endpoint.idempotencyKey === undefined || !isUuid(String(key ?? ''))) return 'none'
  if (replyHeaders['idempotency-replayed'] !== undefined) return 'replayed'
  if (errors.some(({ code }) => code === KeyReused.code)) return 'reused'
  return status < ERROR_STATUS_MIN ? 'first' : 'none'
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
