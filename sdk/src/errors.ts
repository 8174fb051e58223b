// The errors that a call throws, as classes, so that a program tests `instanceof` and `code` instead of reading replies.

import type { Error_2 as Reason } from './generated/client.ts'

/** One reason for an error. `path`, if present, is the field that the reason is about, such as `details.iban`. */
export type { Reason }

/**
 * A reply whose status is not 2xx, 303 or 304. `code`, `path` and `arguments` are those of the first reason. A reply
 * without reasons, such as a page of a proxy, has a `code` that is made from its status: `http.502`.
 */
export class GodwitError extends Error {
  override readonly name = this.constructor.name
  readonly status: number
  readonly headers: Headers
  /** All reasons, for example one for each invalid field. */
  readonly reasons: readonly Reason[]
  readonly code: string
  readonly path: string | undefined
  readonly arguments: readonly (string | number)[]

  constructor({ status, headers }: Response, reasons: readonly Reason[]) {
    const [first] = reasons
    super(first?.message ?? `The service replied with status ${status}.`)
    this.status = status
    this.headers = headers
    this.reasons = reasons
    this.code = first?.code ?? `http.${status}`
    this.path = first?.path
    this.arguments = first?.arguments ?? []
  }

  /** Identifies the request in the log of the service. */
  get traceId(): string | null {
    return this.headers.get('x-trace-id')
  }
}

/** 400, 413, 415, 422: the request is malformed, or a condition for it is not met. `code` and `message` name what to change. */
export class InvalidRequest extends GodwitError {}
/** 401: the token is missing, unknown, expired, or of a kind that the operation does not accept. */
export class NotAuthenticated extends GodwitError {}
/** 403: the caller may not do this. */
export class NotPermitted extends GodwitError {}
/** 403 with a one-time token: the user has to clear challenges first. */
export class ChallengeRequired extends NotPermitted {
  readonly oneTimeToken = this.headers.get('x-2fa-approval') ?? ''
}
/** 404, 410: the resource does not exist, exists no longer, or belongs to another user. */
export class NotFound extends GodwitError {}
/** 409: the state of the resource does not allow this. */
export class Conflict extends GodwitError {}
/** 429: too many requests or wrong answers. */
export class TooManyRequests extends GodwitError {}

/**
 * Nothing was changed: the service was not reached, or it did not reply to an operation that only reads. The call may
 * be repeated later. `cause` is the last error of the connection.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'

  constructor(baseUrl: string, cause: unknown) {
    const { code, message } = causesOf(cause).at(-1) ?? {}
    super(`No reply from ${baseUrl}: ${code ?? message}. Check the URL and the service.`, { cause })
  }
}

/**
 * It is unknown whether an operation took effect: an attempt got no reply, or got 502, 503 or 504, and no later attempt showed its
 * result. Call the operation again with the same `key`. Without a key, read the resource first. `cause` is the last error.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  /** The idempotency key of the call. */
  readonly key: string | undefined

  constructor(operationId: string, key: string | undefined, cause: unknown) {
    const advice = key
      ? `Call it again with the key ${key}: that has no second effect.`
      : 'Read the resource before you call it again.'
    super(`It is unknown whether ${operationId} took effect. ${advice}`, { cause })
    this.key = key
  }
}

type Classes = Readonly<Record<number, typeof GodwitError>>

const invalid = Object.fromEntries([400, 413, 415, 422].map((status) => [status, InvalidRequest]))
const refused: Classes = { 401: NotAuthenticated, 403: NotPermitted, 429: TooManyRequests }
const classes: Classes = { ...invalid, ...refused, 404: NotFound, 409: Conflict, 410: NotFound }

/** Converts a reply with an error status to its error. */
export async function errorOf(reply: Response): Promise<GodwitError> {
  const { headers } = reply
  const reasons = reasonsIn(await reply.text())
  if (headers.get('x-2fa-approval-result') === 'REJECTED' && headers.has('x-2fa-approval'))
    return new ChallengeRequired(reply, reasons)
  return new (classes[reply.status] ?? GodwitError)(reply, reasons)
}

/** Reads both forms of errors: `errors`, and the form of RFC 6749, which refusals of tokens have. */
function reasonsIn(text: string): Reason[] {
  try {
    const { errors, error, error_description } = JSON.parse(text)
    if (Array.isArray(errors)) return errors
    return error ? [{ code: error, message: error_description ?? error }] : []
  } catch {
    return [] // A page of a proxy, for example.
  }
}

/** The error that a runtime reports for a connection that failed. */
type Cause = Partial<Error> & { code?: string; syscall?: string; errors?: unknown[] }

/** An error and its causes, the outermost first. When every address of a host has failed, the first failure counts. */
export function causesOf(error: unknown): Cause[] {
  const { cause, errors } = (error ?? {}) as Cause
  return error ? [error as Cause, ...causesOf(errors?.[0] ?? cause)] : []
}
