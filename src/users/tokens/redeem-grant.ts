// Checks what a client presents to get a user's token: a registration code, an authorization code or a refresh token
// (D6, D108). Each `redeem…` function throws invalid_grant when the check fails, and locks the user before the last check of
// code, token and grant. A concurrent revocation has then either ended, or waits and revokes the tokens that are issued after
// the check.

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { securityEvent } from '../../kernel/security-event.ts'
import { type ApplicationRow, hasLiveGrant } from '../application-store.ts'
import { challengeOf } from '../model.ts'
import { equalInConstantTime, hashSecret } from '../secret.ts'
import { codeReused, grantRefused, refreshTokenReused } from '../security-events.ts'
import { findSignedUpUser, lockUserForIssue, lockUserForRevocation } from '../store.ts'
import { OauthFailure } from './oauth-failure.ts'
import * as tokens from './token-store.ts'

/** The user for whom tokens may be issued. */
type TokenSubject = {
  readonly userId: Id<'user'>
  /** Hash of the authorization code that the tokens are issued for; null for a registration code. */
  readonly codeHash: string | null
}

/** The application that redeems, and the real time. */
type RedeemContext = { readonly application: ApplicationRow; readonly realNow: Temporal.Instant }

/** Returns the active user whom the application signed up with this e-mail address and code. */
export async function redeemRegistrationCode(
  tx: Tx,
  { email, registrationCode }: { email: string; registrationCode: string },
  context: RedeemContext,
): Promise<TokenSubject> {
  const findUser = () =>
    findSignedUpUser(tx, context.application.id, email, hashSecret(registrationCode))
  const user = await findUser()
  if (user === undefined) return failGrant(context, 'registration_code')
  await requireGrant(tx, user.id, context, 'registration_code')
  return (await findUser())
    ? { userId: user.id, codeHash: null }
    : failGrant(context, 'registration_code')
}

type SentCode = { code: string; redirectUri: string; verifier: string | undefined }

/**
 * Marks an authorization code as used, and returns its user. A used code that is sent again revokes the tokens that were
 * issued for the code (RFC 6749 4.1.2). Throws invalid_request without the verifier that the code requires (`checkVerifier`).
 */
export async function redeemCode(
  tx: Tx,
  { code, redirectUri, verifier }: SentCode,
  context: RedeemContext,
): Promise<TokenSubject> {
  const { application, realNow } = context
  const codeHash = hashSecret(code)
  const found = await tokens.findCode(tx, codeHash, application.id)
  if (found === undefined) return failGrant(context, 'authorization_code')
  const { userId } = found
  checkVerifier(found.codeChallenge, verifier, context)
  const reuse = { userId, codeHash, event: codeReused }
  if (found.usedAt !== null) return failReused(context, reuse)
  if (found.redirectUri !== redirectUri || !isAfter(found.expiresAt, realNow))
    return failGrant(context, 'authorization_code')
  await requireGrant(tx, userId, context, 'authorization_code')
  if (await tokens.useCode(tx, codeHash, realNow)) return { userId, codeHash }
  // A concurrent request has used the code, or a revocation has deleted it.
  return (await tokens.findCode(tx, codeHash, application.id))
    ? failReused(context, reuse)
    : failGrant(context, 'authorization_code')
}

/**
 * RFC 7636. A verifier without a challenge is refused: an attacker may have removed the challenge. Throws invalid_request when
 * the verifier of a challenge is missing, and invalid_grant when it is wrong.
 */
function checkVerifier(
  challenge: string | null,
  verifier: string | undefined,
  context: RedeemContext,
): void {
  if (challenge === null) {
    if (verifier !== undefined) failGrant(context, 'authorization_code')
    return
  }
  if (verifier === undefined)
    throw new OauthFailure(400, 'invalid_request', 'Missing code_verifier')
  if (!equalInConstantTime(challengeOf(verifier), challenge))
    failGrant(context, 'authorization_code')
}

type RefreshSubject = TokenSubject & { readonly expiresAt: Temporal.Instant }

/**
 * Returns the user of a refresh token. The token of a public client can be used only once, because the client has no
 * other proof; a token that was used before revokes all tokens of its authorization code (D108). A token that was
 * revoked but never used, such as by `revokeTokens` when the user adds a phone number, revokes no other token: a client
 * that did not learn of the revocation may send it.
 */
export async function redeemRefreshToken(
  tx: Tx,
  refreshToken: string,
  context: RedeemContext,
): Promise<RefreshSubject> {
  const { application, realNow } = context
  const findToken = () => tokens.findRefreshToken(tx, hashSecret(refreshToken), application.id)
  const sent = await findToken()
  if (sent === undefined) return failGrant(context, 'refresh_token')
  await requireGrant(tx, sent.userId, context, 'refresh_token')
  const { id, userId, expiresAt, revokedAt, codeHash } = (await findToken()) ?? sent
  const isLive = revokedAt === null && isAfter(expiresAt, realNow)
  if (!application.isPublic)
    return isLive ? { userId, codeHash, expiresAt } : failGrant(context, 'refresh_token')
  if (isLive && (await tokens.revokeToken(tx, id, realNow))) return { userId, codeHash, expiresAt }
  const wasUsed = isAfter(expiresAt, realNow) && (await tokens.hasSuccessor(tx, { codeHash, id }))
  return codeHash !== null && wasUsed
    ? failReused(context, { userId, codeHash, event: refreshTokenReused })
    : failGrant(context, 'refresh_token')
}

/** Client programs expect this text (Facts 1.2). */
const INVALID_CREDENTIALS = 'Invalid user credentials.'

type GrantType = (typeof grantRefused.fields.grantType)[number]

/** Locks the user. Fails unless the user is active and the application's grant is live. */
async function requireGrant(
  tx: Tx,
  userId: Id<'user'>,
  context: RedeemContext,
  grantType: GrantType,
): Promise<void> {
  const isActive = await lockUserForIssue(tx, userId)
  if (!isActive || !(await hasLiveGrant(tx, context.application.id, userId)))
    failGrant(context, grantType)
}

function failGrant({ application }: RedeemContext, grantType: GrantType): never {
  throw new OauthFailure(401, 'invalid_grant', INVALID_CREDENTIALS, {
    securityEvent: securityEvent(grantRefused, { applicationId: application.id, grantType }),
  })
}

/** The reuse of a code or token, which revokes all tokens that were issued for the authorization code. */
type Reuse = {
  readonly userId: Id<'user'>
  readonly codeHash: string
  readonly event: typeof codeReused | typeof refreshTokenReused
}

function failReused(
  { application, realNow }: RedeemContext,
  { userId, codeHash, event }: Reuse,
): never {
  throw new OauthFailure(401, 'invalid_grant', INVALID_CREDENTIALS, {
    sideEffect: async (tx, report) => {
      await lockUserForRevocation(tx, userId)
      const revokedTokens = await tokens.revokeFamily(tx, codeHash, realNow)
      report(event, { userId, applicationId: application.id, revokedTokens })
      return undefined
    },
  })
}
