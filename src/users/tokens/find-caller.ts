// Finds the caller of a request by bearer token or Basic authentication: a user with their profiles, or an application.
// The HTTP layer caches the result for less than a second. `expireBearer` expires the token of a request.

import type { Caller, ClientCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { type SecurityEvent, securityEvent } from '../../kernel/security-event.ts'
import { hashSecret } from '../secret.ts'
import { bearerRefused } from '../security-events.ts'
import { authenticateClient, failMissingCredentials } from './authenticate-client.ts'
import { OauthFailure } from './oauth-failure.ts'
import { expireToken, findBearer } from './token-store.ts'

/** The application that a Basic header authenticates. Throws invalid_client. */
export async function findClient(db: Reader, authorization: string): Promise<ClientCaller> {
  const application = await authenticateClient(db, authorization, {})
  // A public client has no secret, so Basic authentication cannot prove that the request is from it.
  if (application.isPublic) failMissingCredentials(application)
  return { kind: 'client', applicationId: application.id, clientKey: application.clientKey }
}

/** Throws invalid_token unless the bearer token is live. Tokens follow the real time (D10). */
export async function findCaller(
  db: Reader,
  bearer: string,
  realNow: Temporal.Instant,
): Promise<Caller> {
  const row = await findBearer(db, hashSecret(bearer), realNow)
  if (row === undefined) return failBearer(securityEvent(bearerRefused, { reason: 'unknown' }))
  const { id, kind, state, userId, applicationId, clientKey, profiles } = row
  if (state !== 'live')
    return failBearer(
      securityEvent(bearerRefused, { tokenId: id, userId, applicationId, reason: state }),
    )
  if (kind === 'client') {
    if (applicationId === null || clientKey === null) throw new Error(`token ${id} has no client`)
    return { kind: 'client', applicationId, clientKey }
  }
  if (userId === null) throw new Error(`token ${id} has no user`)
  return { kind: 'user', userId, tokenId: id, applicationId, profiles }
}

/**
 * Expires the bearer token of an Authorization header. Returns false for a personal token, which stays as it is. Throws
 * invalid_token for a token that is unknown or no longer live, for example because it has expired since the request began.
 */
export async function expireBearer(
  tx: Tx,
  authorization: string | string[] | undefined,
  realNow: Temporal.Instant,
): Promise<boolean> {
  const hash = hashSecret(/\S+$/.exec(String(authorization).trim())?.[0] ?? '')
  if (await expireToken(tx, hash, realNow)) return true
  const row = await findBearer(tx, hash, realNow)
  if (row?.state === 'live') return false
  return failBearer(securityEvent(bearerRefused, { reason: row?.state ?? 'unknown' }))
}

function failBearer(event: SecurityEvent): never {
  throw new OauthFailure(401, 'invalid_token', 'Invalid token', {
    challenge: 'Bearer',
    securityEvent: event,
  })
}
