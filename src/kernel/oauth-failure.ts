// A failed token, in the form that OAuth gives it (Facts 1.2, RFC 6749 section 5.2). Client programs
// compare it literally, so it is not one of our error codes.

export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_token'
  | 'unauthorized'
  | 'unsupported_grant_type'

export class OauthFailure extends Error {
  override readonly name = 'OauthFailure'
  readonly status: 400 | 401
  readonly reason: OauthError
  /** The scheme to name in `www-authenticate`, where the failure is one of authentication. */
  readonly challenge: 'Basic' | 'Bearer' | undefined

  constructor(
    status: 400 | 401,
    reason: OauthError,
    description: string,
    challenge?: 'Basic' | 'Bearer',
  ) {
    super(description)
    this.status = status
    this.reason = reason
    this.challenge = challenge
  }

  /** A bad bearer is told with its fields the other way round, as it was recorded. */
  get body(): { error: OauthError; error_description: string } {
    const { reason: error, message: error_description } = this
    return error === 'invalid_token' ? { error_description, error } : { error, error_description }
  }
}
