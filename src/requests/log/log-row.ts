// Makes the row of an answered request from the parts that the log keeps.

import { KeyReused } from '../../kernel/idempotency.ts'
import { type Id, parseId } from '../../kernel/ids.ts'
import { isUuid } from '../../kernel/wire.ts'
import type { Idempotency, LoggedError, RequestDetails, RequestSummary } from '../model.ts'
import {
  type AnsweredRequest,
  ERROR_STATUS_MIN,
  LOGGED_REPLY_HEADERS,
  type LoggedEndpoint,
} from './answered-request.ts'
import { type LoggedParts, partReducer } from './logged-parts.ts'
import { subjectFinder } from './subjects.ts'

/** In characters; a choice of this project. The rest of a longer header is cut off. */
const HEADER_LENGTH_MAX = 200
/** A row keeps this many errors of a refused request at most; a choice of this project. */
const ERRORS_MAX = 20

const REQUEST_HEADERS = ['content-type', 'accept', 'user-agent', 'x-idempotence-uuid']

export type LogRow = {
  /** The user whose token was sent, who alone may read the row; null for a request without the token of a user. */
  readonly userId: number | null
  readonly summary: RequestSummary
  readonly details: RequestDetails
  /** Bodies as in `LoggedParts`. */
  readonly requestBody: string | null
  readonly replyBody: string | null
}

type MakeRow = (answered: AnsweredRequest) => LogRow

/** Returns the function that makes rows. Without `keepsBodies` (`GODWIT_REQUEST_LOG=headers`), rows have no query, body or file. */
export function logRows({ keepsBodies }: { readonly keepsBodies: boolean }): MakeRow {
  // By route. The first request of a route adds its maker.
  const makers = new Map<string, MakeRow>()
  return (answered) => {
    let makeRow = makers.get(answered.route)
    if (makeRow === undefined) {
      makeRow = rowMaker(answered, keepsBodies)
      makers.set(answered.route, makeRow)
    }
    return makeRow(answered)
  }
}

function rowMaker({ endpoint, route }: AnsweredRequest, keepsBodies: boolean): MakeRow {
  const reduce = partReducer(endpoint, keepsBodies)
  const subjectsOf = subjectFinder(endpoint)
  const summaryOf = summaryMaker(endpoint, route)
  return (answered) => {
    const logged = reduce(answered)
    const { caller } = answered
    return {
      userId: caller.kind === 'user' ? caller.userId : null,
      summary: summaryOf(answered, logged, subjectsOf(logged)),
      details: detailsOf(answered, logged, keepsBodies),
      requestBody: logged.requestBody,
      replyBody: logged.replyBody,
    }
  }
}

type MakeSummary = (
  answered: AnsweredRequest,
  logged: LoggedParts,
  subjects: readonly string[],
) => RequestSummary

function summaryMaker({ operationId, effect }: LoggedEndpoint, route: string): MakeSummary {
  const [method = '', path = ''] = route.split(' ')
  const pathWith = pathFiller(path)
  return (answered, { params, errors }, subjects) => ({
    profileId: profileIdOf(params),
    applicationId: answered.caller.kind === 'none' ? null : answered.caller.applicationId,
    operation: operationId,
    method,
    route: path,
    path: answered.path ?? pathWith(params, answered.status),
    onlyReads: effect === 'reads',
    status: answered.status,
    durationUs: Math.max(0, Math.round(answered.durationMs * 1000)),
    idempotency: idempotencyOf(answered, errors),
    traceId: answered.traceId,
    errors: errors.slice(0, ERRORS_MAX),
    subjects,
    answeredMs: answered.answeredMs,
  })
}

function detailsOf(
  answered: AnsweredRequest,
  { query, bodyAbsence, replyBytes }: LoggedParts,
  keepsBodies: boolean,
): RequestDetails {
  return {
    query,
    requestHeaders: headersOf(answered.requestHeaders, REQUEST_HEADERS),
    replyHeaders: headersOf(answered.replyHeaders, LOGGED_REPLY_HEADERS),
    files: keepsBodies ? answered.files : [],
    requestBytes: answered.requestBytes,
    bodyAbsence,
    replyBytes,
  }
}

function profileIdOf({ profileId }: LoggedParts['params']): Id<'profile'> | null {
  return Number.isSafeInteger(profileId) ? (profileId as Id<'profile'>) : null
}

/** Returns the function that puts the parameters that may be kept into a path. The other parameters stay names in braces. */
function pathFiller(path: string): (params: LoggedParts['params'], status: number) => string {
  // Literal parts alternate with names of parameters. The path is split once, because names that are new strings for
  // each request make the look-up of properties slow.
  const [first = '', ...others] = path.split(/[{}]/)
  return (params, status) => {
    const filled = [first]
    for (let n = 0; n + 1 < others.length; n += 2) {
      const name = others[n]!
      const value = params[name]
      filled.push(isLoggable(value, status) ? String(value) : `{${name}}`, others[n + 1]!)
    }
    // V8 keeps a concatenated string as its parts, and JSON.stringify takes twice as long for a `summary` with such a path.
    return filled.join('')
  }
}

const PLAIN = /^[\w.-]{1,64}$/

/**
 * Whether the log may keep a parameter of the path: after a success, a short word (`PLAIN`). A refused request may have any
 * text in its path, so of a refused request the log keeps only ids and UUIDs.
 */
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
  const logged: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value === undefined || (name === 'x-idempotence-uuid' && !isUuid(String(value)))) continue
    logged[name] = String(value).slice(0, HEADER_LENGTH_MAX)
  }
  return logged
}
