// The authorization request of an application and the consent of a user (D6). Until the redirect URI is known to be
// registered for the client, errors are shown as a page: a redirect could lead to an attacker.

import { codeInCell } from '../../kernel/cells.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { formToken } from '../../kernel/form-session.ts'
import { cellOf, type Id } from '../../kernel/ids.ts'
import { endOf } from '../../kernel/timer.ts'
import { type ApplicationRow, findApplication, insertGrant } from '../application-store.ts'
import { isCodeChallenge, isRegistered, withQuery } from '../model.ts'
import { equalInConstantTime, hashSecret } from '../secret.ts'
import * as store from '../store.ts'
import { authorizationCode } from '../timers.ts'
import * as tokens from '../tokens/token-store.ts'

/** The query or form fields of an authorization request. */
type AuthorizationInput = {
  readonly client_id?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly response_type?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** An authorization request whose redirect URI is registered for its client. */
export type Authorization = {
  readonly application: ApplicationRow
  readonly redirectUri: string
  readonly state: string | undefined
  /** Method S256 of RFC 7636; undefined when the client sent no challenge. */
  readonly codeChallenge: string | undefined
}

type Problem = { readonly problem: string }

/** Returns a problem to show to the person when the client or the redirect URI is missing, unknown or unregistered. */
export async function readAuthorization(
  db: Reader,
  {
    client_id: clientKey,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
  }: AuthorizationInput,
): Promise<Authorization | Problem> {
  if (!clientKey) return { problem: 'The request has no client_id.' }
  const application = await findApplication(db, clientKey)
  if (application === undefined) return { problem: 'No application has this client_id.' }
  if (!redirectUri) return { problem: 'The request has no redirect_uri.' }
  if (!isRegistered(application.redirectUris, redirectUri))
    return { problem: 'The redirect_uri is not registered for this application.' }
  return { application, redirectUri, state, codeChallenge }
}

type Fault = {
  readonly error: 'access_denied' | 'invalid_request' | 'unsupported_response_type'
  readonly error_description?: string
}

/**
 * Checks `response_type` and the PKCE parameters (RFC 7636). The application receives their error by redirect (RFC 6749
 * 4.1.2.1).
 */
export function faultOf(
  { application }: Authorization,
  { response_type = 'code', code_challenge, code_challenge_method }: AuthorizationInput,
): Fault | undefined {
  if (response_type !== 'code') return { error: 'unsupported_response_type' }
  const usesPkce = code_challenge !== undefined || code_challenge_method !== undefined
  if (!usesPkce && !application.isPublic) return undefined
  if (code_challenge_method === 'S256' && isCodeChallenge(code_challenge ?? '')) return undefined
  const error_description =
    code_challenge === undefined && application.isPublic
      ? 'A client without a secret must send code_challenge and code_challenge_method=S256'
      : 'code_challenge must be 43 characters of BASE64URL, with code_challenge_method=S256'
  return { error: 'invalid_request', error_description }
}

/** The redirect URI with an error. */
export function errorUri({ redirectUri, state }: Authorization, fault: Fault): string {
  return withQuery(redirectUri, { ...fault, ...(state !== undefined && { state }) })
}

/** The cookie of a browser, and the key that CSRF tokens are derived with. */
type Session = { readonly key: string; readonly cookie: string }

/** The CSRF token of the consent form: it binds the form to the browser and to the authorization request. */
export function consentToken({ key, cookie }: Session, authorization: Authorization): string {
  return formToken(key, cookie, identifyingFields(authorization))
}

/** The fields of the request, to repeat it from a form or after a login. */
export function fieldsOf({ application, redirectUri, state, codeChallenge }: Authorization) {
  return {
    client_id: application.clientKey,
    redirect_uri: redirectUri,
    ...(state !== undefined && { state }),
    ...(codeChallenge !== undefined && {
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    }),
  }
}

/** The fields that a CSRF token and a login must cover: a request with another value in one of them is a different request. */
export function identifyingFields({
  application,
  redirectUri,
  state,
  codeChallenge,
}: Authorization) {
  return [application.clientKey, redirectUri, state ?? '', codeChallenge ?? '']
}

/** Whether `token` is the CSRF token of this request's consent form in this browser. */
export function isConsentToken(
  session: Session | undefined,
  token: string | undefined,
  authorization: Authorization,
): boolean {
  if (session === undefined || token === undefined) return false
  return equalInConstantTime(token, consentToken(session, authorization))
}

/** A choice on the consent page: a user, and one of their profiles if they have any. */
type Choice = { userId: Id<'user'>; profileId: Id<'profile'> | undefined }

const CHOICE = /^(\d{1,16})(?::(\d{1,16}))?$/

/** Undefined when `text` is malformed, or names a user who is not active or a profile of another user. */
export async function readChoice(db: Reader, text: string): Promise<Choice | undefined> {
  const [, userId, profileId] = CHOICE.exec(text) ?? []
  if (userId === undefined) return undefined
  const user = await store.findCandidate(db, Number(userId) as Id<'user'>)
  if (user === undefined) return undefined
  if (profileId === undefined) return { userId: user.id, profileId: undefined }
  const profile = user.profiles.find(({ id }) => id === Number(profileId))
  return profile && { userId: user.id, profileId: profile.id }
}

export function choiceText({ userId, profileId }: Choice): string {
  return profileId === undefined ? String(userId) : `${userId}:${profileId}`
}

/**
 * Grants the application access to the user. Returns the redirect URI with the authorization code; undefined for a user who
 * was deactivated after `readChoice` had found the user.
 */
export async function grantAccess(
  tx: Tx,
  { application, redirectUri, state, codeChallenge }: Authorization,
  { userId, profileId }: Choice,
  { now, realNow, secret }: { now: Temporal.Instant; realNow: Temporal.Instant; secret: string },
): Promise<string | undefined> {
  // Without the lock a concurrent revocation could miss the code, and the code would stay usable.
  if (!(await store.lockUserForIssue(tx, userId))) return undefined
  const code = codeInCell(cellOf(userId), secret)
  await insertGrant(tx, application.id, userId, now)
  await tokens.insertCode(tx, {
    hash: hashSecret(code),
    applicationId: application.id,
    userId,
    redirectUri,
    codeChallenge: codeChallenge ?? null,
    expiresAt: endOf(authorizationCode, realNow),
  })
  return withQuery(redirectUri, {
    code,
    ...(state !== undefined && { state }),
    ...(profileId !== undefined && { profileId: String(profileId) }),
  })
}
