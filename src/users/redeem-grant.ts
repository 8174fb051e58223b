// What entitles to a user's token: a registration code, an authorization code, a refresh token (D6,
// D108). Each holds the user, so that a revocation sees the tokens that are issued for it, and looks at
// code, token and grant only then.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { OauthFailure } from '../kernel/oauth-failure.ts'
import { securityEvent } from '../kernel/security-event.ts'
import { reaches } from './grant-store.ts'
import { challengeOf } from './model.ts'
import { equalTexts, hashSecret } from './secret.ts'
import { codeReused, grantRefused, refreshTokenReused } from './security-events.ts'
import { type ApplicationRow, findSignedUpUser, holdUser, lockUser } from './store.ts'
import * as tokens from './token-store.ts'

type Entitled = {
  readonly userId: Id<'user'>
  /** The code that the tokens come of; null where there was none. */
  readonly codeHash: string | null
}

type Requesting = { readonly application: ApplicationRow; readonly realNow: Temporal.Instant }

export async function redeemRegistrationCode(
  tx: Tx,
  { email, registrationCode }: { email: string; registrationCode: string },
  requesting: Requesting,
): Promise<Entitled> {
  const find = () =>
    findSignedUpUser(tx, requesting.application.id, email, hashSecret(registrationCode))
  const user = await find()
  if (user === undefined) return failGrant(requesting, 'registration_code')
  await holdGranted(tx, user.id, requesting, 'registration_code')
  return (await find())
    ? { userId: user.id, codeHash: null }
    : failGrant(requesting, 'registration_code')
}

type SentCode = { code: string; redirectUri: string; verifier: string | undefined }

/** Uses an authorization code up. One that was used before revokes what came of it (RFC 6749 4.1.2). */
export async function redeemCode(
  tx: Tx,
  { code, redirectUri, verifier }: SentCode,
  requesting: Requesting,
): Promise<Entitled> {
  const { application, realNow } = requesting
  const codeHash = hashSecret(code)
  const found = await tokens.findCode(tx, codeHash, application.id)
  if (found === undefined) return failGrant(requesting, 'authorization_code')
  const { userId } = found
  checkVerifier(found.codeChallenge, verifier, requesting)
  const family = { userId, codeHash, kind: codeReused }
  if (found.usedAt !== null) return failReused(requesting, family)
  if (found.redirectUri !== redirectUri || !isAfter(found.expiresAt, realNow))
    return failGrant(requesting, 'authorization_code')
  await holdGranted(tx, userId, requesting, 'authorization_code')
  if (await tokens.useCode(tx, codeHash, realNow)) return { userId, codeHash }
  // Of two requests with one code, the later; or the code was revoked meanwhile.
  return (await tokens.findCode(tx, codeHash, application.id))
    ? failReused(requesting, family)
    : failGrant(requesting, 'authorization_code')
}

/** RFC 7636. A verifier without a challenge is refused: somebody took the challenge away on the way. */
function checkVerifier(
  challenge: string | null,
  verifier: string | undefined,
  requesting: Requesting,
): void {
  if (challenge === null) {
    if (verifier !== undefined) failGrant(requesting, 'authorization_code')
    return
  }
  if (verifier === undefined)
    throw new OauthFailure(400, 'invalid_request', 'Missing code_verifier')
  if (!equalTexts(challengeOf(verifier), challenge)) failGrant(requesting, 'authorization_code')
}

type Refreshed = Entitled & {
  readonly expiresAt: Temporal.Instant
}

/**
 * The user of a refresh token. A public client's is used up, because nothing but the token itself shows
 * whose it is; sent again it revokes its whole family (D108).
 */
export async function redeemRefreshToken(
  tx: Tx,
  refreshToken: string,
  requesting: Requesting,
): Promise<Refreshed> {
  const { application, realNow } = requesting
  const find = () => tokens.findRefreshToken(tx, hashSecret(refreshToken), application.id)
  const sent = await find()
  if (sent === undefined) return failGrant(requesting, 'refresh_token')
  await holdGranted(tx, sent.userId, requesting, 'refresh_token')
  const { id, userId, expiresAt, revokedAt, codeHash } = (await find()) ?? sent
  const isLive = revokedAt === null && isAfter(expiresAt, realNow)
  if (!application.isPublic)
    return isLive ? { userId, codeHash, expiresAt } : failGrant(requesting, 'refresh_token')
  if (isLive && (await tokens.revokeToken(tx, id, realNow))) return { userId, codeHash, expiresAt }
  if (codeHash === null || !isAfter(expiresAt, realNow))
    return failGrant(requesting, 'refresh_token')
  return failReused(requesting, { userId, codeHash, kind: refreshTokenReused })
}

type GrantType = (typeof grantRefused.fields.grantType)[number]

/** Refuses unless the user is active and the application's grant is live; neither ends before `tx`. */
async function holdGranted(
  tx: Tx,
  userId: Id<'user'>,
  requesting: Requesting,
  grantType: GrantType,
): Promise<void> {
  const isHeld = await holdUser(tx, userId)
  if (!isHeld || !(await reaches(tx, requesting.application.id, userId)))
    failGrant(requesting, grantType)
}

function failGrant({ application }: Requesting, grantType: GrantType): never {
  throw new OauthFailure(401, 'invalid_grant', INVALID, {
    securityEvent: securityEvent(grantRefused, { applicationId: application.id, grantType }),
  })
}

const INVALID = 'Invalid user credentials.'

type Family = {
  readonly userId: Id<'user'>
  readonly codeHash: string
  readonly kind: typeof codeReused | typeof refreshTokenReused
}

function failReused(
  { application, realNow }: Requesting,
  { userId, codeHash, kind }: Family,
): never {
  throw new OauthFailure(401, 'invalid_grant', INVALID, {
    sideEffect: async (tx, report) => {
      await lockUser(tx, userId)
      const revokedTokens = await tokens.revokeFamily(tx, codeHash, realNow)
      report(kind, { userId, applicationId: application.id, revokedTokens })
      return undefined
    },
  })
}
