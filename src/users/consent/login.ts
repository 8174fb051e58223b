// Identifies the person at the browser in live mode (D6). The service stores no passwords: a login page of the operator
// authenticates people and returns a signed assertion with the user id. The signature covers a nonce derived from the
// browser's cookie and from the authorization request, so an assertion is invalid in another browser or for another
// authorization request.

import { createHmac } from 'node:crypto'
import type { Reader } from '../../kernel/database/db.ts'
import { formToken } from '../../kernel/form-session.ts'
import type { Id } from '../../kernel/ids.ts'
import { withQuery } from '../model.ts'
import { equalInConstantTime } from '../secret.ts'
import type { Login } from '../settings.ts'
import { type Candidate, findCandidate } from '../store.ts'
import { loginAssertion } from '../timers.ts'
import { type Authorization, fieldsOf, identifyingFields } from './authorize-application.ts'

function nonceOf({ secret }: Login, cookie: string, authorization: Authorization): string {
  return formToken(secret, cookie, ['login', ...identifyingFields(authorization)])
}

/** The URI of the login page, which redirects back to the consent page at `page` with the authorization request. */
export function loginUri(
  login: Login,
  cookie: string,
  authorization: Authorization,
  page: string,
): string {
  const return_to = withQuery(page, fieldsOf(authorization))
  return withQuery(login.url, { return_to, nonce: nonceOf(login, cookie, authorization) })
}

/** `<user id>.<expiry, in seconds since 1970>.<HMAC-SHA256 of nonce.user.expiry, in hex>` */
const ASSERTION = /^(\d{1,16})\.(\d{1,11})\.([\da-f]{64})$/

function signLogin(secret: string, nonce: string, userId: string, expiry: string): string {
  return createHmac('sha256', secret).update(`${nonce}.${userId}.${expiry}`).digest('hex')
}

type LoginContext = {
  readonly login: Login
  readonly cookie: string | undefined
  readonly authorization: Authorization
  realNow(): Temporal.Instant
}

/**
 * The active user of the assertion. Undefined unless the assertion is signed for this browser and request, has not
 * expired, and expires within the time of `loginAssertion`.
 */
export async function findPerson(
  db: Reader,
  assertion: string | undefined,
  { login, cookie, authorization, realNow }: LoginContext,
): Promise<Candidate | undefined> {
  const [, userId, expiry, signature] = ASSERTION.exec(assertion ?? '') ?? []
  if (!userId || !expiry || !signature || cookie === undefined) return undefined
  const leftSeconds = Number(expiry) - realNow().epochMilliseconds / 1000
  if (leftSeconds <= 0 || leftSeconds > loginAssertion.seconds) return undefined
  const expected = signLogin(login.secret, nonceOf(login, cookie, authorization), userId, expiry)
  if (!equalInConstantTime(signature, expected)) return undefined
  return findCandidate(db, Number(userId) as Id<'user'>)
}
