// The fields of a logged request. The grammar of the search is in `search/`.

import type { Id } from '../kernel/ids.ts'

/** The effects that the header X-idempotence-uuid can have. */
export const idempotencies = ['none', 'first', 'replayed', 'reused'] as const
export type Idempotency = (typeof idempotencies)[number]

export type LoggedError = {
  readonly code: string
  readonly path?: string
  /** Whether the request had a value in the field; absent without `path`, or when the fields were not read. */
  readonly wasSent?: boolean
}

/** The reasons why the log has no body of a request. */
export const bodyAbsences = ['notSent', 'secret', 'large', 'notRead', 'undeclared'] as const
export type BodyAbsence = (typeof bodyAbsences)[number]

/** Returns the message that an operation declares for an error, without values of a request; undefined when undeclared. */
export type MessageOf = (operation: string, error: LoggedError) => string | undefined

/** The fields that lists show and searches examine. */
export type RequestSummary = {
  readonly profileId: Id<'profile'> | null
  readonly applicationId: Id<'application'> | null
  readonly operation: string
  readonly method: string
  readonly route: string
  readonly path: string
  /** Whether the operation is declared to change nothing. */
  readonly onlyReads: boolean
  readonly status: number
  readonly durationUs: number
  readonly idempotency: Idempotency
  readonly traceId: string
  readonly errors: readonly LoggedError[]
  readonly subjects: readonly string[]
  /** Milliseconds since 1970. */
  readonly answeredMs: number
}

export type LoggedFile = {
  readonly part: string
  readonly name: string
  readonly kind: string
  readonly bytes: number
}

/** The fields that the reply of `requests.get` has in addition to a summary, without the bodies. */
export type RequestDetails = {
  readonly query: object | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly replyHeaders: Readonly<Record<string, string>>
  readonly files: readonly LoggedFile[]
  /** Null when the request declared no size. */
  readonly requestBytes: number | null
  /** Null when the body is kept, and in a log that keeps no bodies at all (live mode). */
  readonly bodyAbsence: BodyAbsence | null
  readonly replyBytes: number | null
}
