// A person lets an application act for them (D6). Until client and redirect URI are known to belong
// together, nothing leads back to the application: the person gets an error page.

import type { Reader, Tx } from '../kernel/database/db.ts'
import { formToken } from '../kernel/form-session.ts'
import type { Id } from '../kernel/ids.ts'
import { endOf } from '../kernel/timer.ts'
import { insertGrant } from './grant-store.ts'
import { isCodeChallenge, isRegistered, withQuery } from './model.ts'
import { equalTexts, hashSecret } from './secret.ts'
import * as store from './store.ts'
import { authorizationCode } from './timers.ts'
import * as tokens from './token-store.ts'

export type Asked = {
  readonly client_id?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly response_type?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** A request for authorization whose client and redirect URI belong together. */
export type Authorization = {
  readonly application: store.ApplicationRow
  readonly redirectUri: string
  readonly state: string | undefined
  /** By the method S256 of RFC 7636; undefined when the client sent none. */
  readonly codeChallenge: string | undefined
}

type Problem = { readonly problem: string }

export async function readAuthorization(
  db: Reader,
  { client_id: clientKey, redirect_uri: redirectUri, state, code_challenge: codeChallenge }: Asked,
): Promise<Authorization | Problem> {
  if (!clientKey) return { problem: 'The request names no application: client_id is missing.' }
  const application = await store.findApplication(db, clientKey)
  if (application === undefined) return { problem: 'No application has this client_id.' }
  if (!redirectUri)
    return { problem: 'The request does not say where to go: redirect_uri is missing.' }
  if (!isRegistered(application.redirectUris, redirectUri))
    return { problem: 'The redirect_uri is not registered for this application.' }
  return { application, redirectUri, state, codeChallenge }
}

type Fault = {
  readonly error: 'access_denied' | 'invalid_request' | 'unsupported_response_type'
  readonly error_description?: string
}

/** What is wrong with the rest of the request, which the application is told (RFC 6749 4.1.2.1). */
export function faultOf(
  { application }: Authorization,
  { response_type = 'code', code_challenge, code_challenge_method }: Asked,
): Fault | undefined {
  if (response_type !== 'code') return { error: 'unsupported_response_type' }
  if (code_challenge === undefined && code_challenge_method === undefined && !application.isPublic)
    return undefined
  if (code_challenge_method === 'S256' && isCodeChallenge(code_challenge ?? '')) return undefined
  const error_description =
    code_challenge === undefined && application.isPublic
      ? 'A client without a secret must send code_challenge and code_challenge_method=S256'
      : 'code_challenge must be 43 characters of BASE64URL, with code_challenge_method=S256'
  return { error: 'invalid_request', error_description }
}

/** Where the application learns that it got nothing. */
export function refusalUri({ redirectUri, state }: Authorization, fault: Fault): string {
  return withQuery(redirectUri, { ...fault, ...(state !== undefined && { state }) })
}

/** A browser, by its cookie, and the key that CSRF tokens are made with. */
export type Session = { readonly key: string; readonly cookie: string }

/** Ties the form of the page to the person's browser, by a cookie, and to this very request. */
export function consentToken({ key, cookie }: Session, authorization: Authorization): string {
  return formToken(key, cookie, partsOf(authorization))
}

/** The request as it was made, to make it again from a form or after a login. */
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

/** What makes a request this very one, and no other that might be put in its place. */
export function partsOf({ application, redirectUri, state, codeChallenge }: Authorization) {
  return [application.clientKey, redirectUri, state ?? '', codeChallenge ?? '']
}

export function isConsent(
  session: Session | undefined,
  token: string | undefined,
  authorization: Authorization,
): boolean {
  if (session === undefined || token === undefined) return false
  return equalTexts(token, consentToken(session, authorization))
}

/** One choice of the page: a user, and the profile to begin with when there is one. */
export type Choice = { userId: Id<'user'>; profileId: Id<'profile'> | undefined }

const CHOICE = /^(\d{1,15})(?::(\d{1,15}))?$/

/** Undefined unless the text names an active user and a profile of theirs. */
export async function readChoice(db: Reader, text: string): Promise<Choice | undefined> {
  const [, userId, profileId] = CHOICE.exec(text) ?? []
  if (userId === undefined) return undefined
  const user = await store.findPickable(db, Number(userId) as Id<'user'>)
  if (user === undefined) return undefined
  if (profileId === undefined) return { userId: user.id, profileId: undefined }
  const profile = user.profiles.find(({ id }) => id === Number(profileId))
  return profile && { userId: user.id, profileId: profile.id }
}

export function choiceText({ userId, profileId }: Choice): string {
  return profileId === undefined ? String(userId) : `${userId}:${profileId}`
}

/** Grants the application access to the user; answers the URI that carries the code to it. */
export async function grantAccess(
  tx: Tx,
  { application, redirectUri, state, codeChallenge }: Authorization,
  { userId, profileId }: Choice,
  times: { now: Temporal.Instant; realNow: Temporal.Instant },
  code: string,
): Promise<string> {
  await store.lockUser(tx, userId)
  await insertGrant(tx, application.id, userId, times.now)
  await tokens.insertCode(tx, {
    hash: hashSecret(code),
    applicationId: application.id,
    userId,
    redirectUri,
    codeChallenge: codeChallenge ?? null,
    expiresAt: endOf(authorizationCode, times.realNow),
  })
  return withQuery(redirectUri, {
    code,
    ...(state !== undefined && { state }),
    ...(profileId !== undefined && { profileId: String(profileId) }),
  })
}
