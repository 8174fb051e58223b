// A failed token, in the form that OAuth gives it (Facts 1.2, RFC 6749 section 5.2). Client programs
// compare it literally, so it is not one of our error codes.

import type { Tx } from './database/db.ts'
import type { Report, SecurityEvent } from './security-event.ts'

export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_token'
  | 'unauthorized'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

export class OauthFailure extends Error {
  override readonly name = 'OauthFailure'
  readonly status: 400 | 401
  readonly reason: OauthError
  /** The scheme to name in `www-authenticate`, where the failure is one of authentication. */
  readonly challenge: 'Basic' | 'Bearer' | undefined
  /** Logged when the failure is answered. */
  readonly securityEvent: SecurityEvent | undefined
  /** What stays although the request failed: a reused code revokes what came of it. */
  readonly sideEffect: ((tx: Tx, report: Report) => Promise<undefined>) | undefined

  constructor(
    status: 400 | 401,
    reason: OauthError,
    description: string,
    more: {
      challenge?: 'Basic' | 'Bearer'
      securityEvent?: SecurityEvent
      sideEffect?: (tx: Tx, report: Report) => Promise<undefined>
    } = {},
  ) {
    super(description)
    this.status = status
    this.reason = reason
    this.challenge = more.challenge
    this.securityEvent = more.securityEvent
    this.sideEffect = more.sideEffect
  }

  /** A bad bearer is told with its fields the other way round, as it was recorded. */
  get body(): { error: OauthError; error_description: string } {
    const { reason: error, message: error_description } = this
    return error === 'invalid_token' ? { error_description, error } : { error, error_description }
  }
}
