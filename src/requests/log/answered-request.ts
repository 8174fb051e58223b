// A request that was answered, as the service hands it to the log.

import type { Caller } from '../../kernel/caller.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { LoggedFile } from '../model.ts'

/** The headers of a reply that the log keeps. */
export const LOGGED_REPLY_HEADERS = [
  'content-type',
  'retry-after',
  'idempotency-replayed',
  'allow',
  'etag',
] as const

/** The declarations of an operation by which the log decides what it keeps. */
export type LoggedEndpoint = Pick<
  Endpoint,
  | 'id'
  | 'operationId'
  | 'effect'
  | 'params'
  | 'query'
  | 'body'
  | 'reply'
  | 'replies'
  | 'encrypted'
  | 'neverLogged'
  | 'idempotencyKey'
>

/** The parts of a request. `log-row.ts` decides which of them the log keeps. */
export type AnsweredRequest = {
  readonly endpoint: LoggedEndpoint
  readonly route: string
  /** The path without undeclared text; absent when the path follows from `route` and `params`. */
  readonly path?: string
  readonly caller: Caller
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The size of the body, as the request declared it; null for a body in chunks, which counts as too large to keep. */
  readonly requestBytes: number | null
  /** The logged properties of the files of an upload. */
  readonly files: readonly LoggedFile[]
  readonly requestHeaders: Readonly<Record<string, unknown>>
  /** The headers of `LOGGED_REPLY_HEADERS` that the reply has. */
  readonly replyHeaders: Readonly<Record<string, unknown>>
  readonly status: number
  /** The text of the reply; undefined for an empty reply, a stream, and a reply that is kept as bytes (`ReadyReply`). */
  readonly reply: string | undefined
  /** The size of a reply without `reply`; null for a stream. `log-row.ts` measures `reply`, usually after it was sent. */
  readonly replyBytes: number | null
  readonly traceId: string
  readonly durationMs: number
  /** Milliseconds since 1970. */
  readonly answeredMs: number
}

/** The statuses of refusals and failures begin here. */
export const ERROR_STATUS_MIN = 400

/**
 * Whether requests of the endpoint are logged. Pages, encrypted bodies and `neverLogged` endpoints are not logged (D130, gap
 * 860).
 */
export function isLogged({ replies, encrypted, neverLogged }: LoggedEndpoint): boolean {
  const isPageOrEncrypted = replies === 'text/html' || replies === 'application/jose'
  return !isPageOrEncrypted && encrypted !== true && neverLogged !== true
}
