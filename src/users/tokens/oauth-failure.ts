// The error of a failed authentication or token request, in the form of OAuth (Facts 1.2, RFC 6749 section 5.2). Client
// programs compare its codes literally, so it has the codes of OAuth and not those of the service.

import type { Tx } from '../../kernel/database/db.ts'
import type { Report, SecurityEvent } from '../../kernel/security-event.ts'

type OauthError =
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
  /** The scheme in `www-authenticate`, where authentication failed. */
  readonly challenge: 'Basic' | 'Bearer' | undefined
  /** Logged when the reply is sent. */
  readonly securityEvent: SecurityEvent | undefined
  /** Committed although the request failed: a reused code or refresh token revokes all tokens of its authorization code. */
  readonly sideEffect: ((tx: Tx, report: Report) => Promise<undefined>) | undefined

  constructor(
    status: 400 | 401,
    reason: OauthError,
    description: string,
    options: {
      challenge?: 'Basic' | 'Bearer'
      securityEvent?: SecurityEvent
      sideEffect?: (tx: Tx, report: Report) => Promise<undefined>
    } = {},
  ) {
    super(description)
    this.status = status
    this.reason = reason
    this.challenge = options.challenge
    this.securityEvent = options.securityEvent
    this.sideEffect = options.sideEffect
  }

  /** With `invalid_token`, the description comes before the error (Facts 1.2). */
  get body(): { error: OauthError; error_description: string } {
    const { reason: error, message: error_description } = this
    return error === 'invalid_token' ? { error_description, error } : { error, error_description }
  }
}
