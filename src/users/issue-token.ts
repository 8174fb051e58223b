// The token endpoint (D6, Facts 1.1). Every grant ends in an access token of twelve hours; those
// that act for a user come with a refresh token, which stays the same for its whole life.

import type { Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { OauthFailure } from '../kernel/oauth-failure.ts'
import { securityEvent } from '../kernel/security-event.ts'
import { endOf } from '../kernel/timer.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { authenticateClient } from './authenticate-client.ts'
import type { Token, TokenRequest } from './schemas.ts'
import { hashSecret } from './secret.ts'
import { grantRefused } from './security-events.ts'
import * as store from './store.ts'
import { accessToken, refreshToken } from './timers.ts'
import * as tokens from './token-store.ts'

/** What a client is told: a whole second has begun by the time it reads the answer. */
const TOLD_SECONDS = accessToken.seconds - 1

type Asking = {
  readonly authorization: string | string[] | undefined
  readonly realNow: Temporal.Instant
  readonly fresh: { uuid(): string }
}

/** Throws an OauthFailure for whatever does not entitle to a token. */
export async function issueToken(tx: Tx, asked: TokenRequest, asking: Asking): Promise<Token> {
  const application = await authenticateClient(tx, asking.authorization, asked)
  switch (asked.grant_type) {
    case undefined:
    case '':
      throw new OauthFailure(400, 'invalid_request', 'Missing grant type')
    case 'client_credentials':
      return issueClientToken(tx, application.id, asking)
    case 'registration_code':
      return issueFirst(tx, application.id, await signedUpUser(tx, application.id, asked), asking)
    case 'authorization_code':
      return issueFirst(
        tx,
        application.id,
        await userOfCode(tx, application.id, asked, asking),
        asking,
      )
    case 'refresh_token':
      return refresh(tx, application.id, needed(asked, 'refresh_token'), asking)
    default:
      throw new OauthFailure(400, 'unsupported_grant_type', 'Unsupported grant type')
  }
}

async function issueClientToken(
  tx: Tx,
  applicationId: Id<'application'>,
  asking: Asking,
): Promise<Token> {
  const { row, token } = newToken('client', asking)
  await tokens.insertTokens(tx, [row], { userId: null, applicationId }, asking.realNow)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: TOLD_SECONDS,
    scope: 'transfers',
    expires_at: toMillisecond(row.expiresAt),
  }
}

async function signedUpUser(tx: Tx, applicationId: Id<'application'>, asked: TokenRequest) {
  const email = needed(asked, 'email')
  const codeHash = hashSecret(needed(asked, 'registration_code'))
  const user = await store.findSignedUpUser(tx, applicationId, email, codeHash)
  return user?.id ?? failGrant(applicationId, 'registration_code')
}

async function userOfCode(
  tx: Tx,
  applicationId: Id<'application'>,
  asked: TokenRequest,
  { realNow }: Asking,
) {
  const codeHash = hashSecret(needed(asked, 'code'))
  const uri = needed(asked, 'redirect_uri')
  const taken = await tokens.takeCode(tx, codeHash, applicationId, uri, realNow)
  return taken?.userId ?? failGrant(applicationId, 'authorization_code')
}

async function issueFirst(
  tx: Tx,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
  asking: Asking,
): Promise<Token> {
  const access = newToken('access', asking)
  const refreshing = newToken('refresh', asking)
  const holder = { userId, applicationId }
  await tokens.insertTokens(tx, [access.row, refreshing.row], holder, asking.realNow)
  return showToken(access, refreshing.token, refreshing.row.expiresAt, asking)
}

// Refresh tokens are kept as hashes; the one to answer with is the one that was sent.
async function refresh(
  tx: Tx,
  applicationId: Id<'application'>,
  refreshToken: string,
  asking: Asking,
): Promise<Token> {
  const hash = hashSecret(refreshToken)
  const found = await tokens.holdRefreshToken(tx, hash, applicationId, asking.realNow)
  const { userId, expiresAt } = found ?? failGrant(applicationId, 'refresh_token')
  const access = newToken('access', asking)
  await tokens.insertTokens(tx, [access.row], { userId, applicationId }, asking.realNow)
  return showToken(access, refreshToken, expiresAt, asking)
}

type Made = { token: string; row: tokens.NewToken & { expiresAt: Temporal.Instant } }

function newToken(kind: 'access' | 'client' | 'refresh', { realNow, fresh }: Asking): Made {
  const token = fresh.uuid()
  const from = realNow.round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  const expiresAt = endOf(kind === 'refresh' ? refreshToken : accessToken, from)
  return { token, row: { kind, hash: hashSecret(token), expiresAt } }
}

function showToken(
  access: Made,
  refreshToken: string,
  refreshExpiresAt: Temporal.Instant,
  { realNow }: Asking,
): Token {
  return {
    access_token: access.token,
    token_type: 'bearer',
    refresh_token: refreshToken,
    expires_in: TOLD_SECONDS,
    scope: 'transfers',
    created_at: realNow.toString({ smallestUnit: 'nanosecond' }),
    expires_at: toMillisecond(access.row.expiresAt),
    refresh_token_expires_in: Math.floor(refreshExpiresAt.since(realNow).total('seconds')),
    refresh_token_expires_at: toMillisecond(refreshExpiresAt),
  }
}

function needed(asked: TokenRequest, field: keyof TokenRequest): string {
  const value = asked[field]
  if (value === undefined || value === '')
    throw new OauthFailure(400, 'invalid_request', `Missing ${field}`)
  return value
}

function failGrant(
  applicationId: Id<'application'>,
  grantType: (typeof grantRefused.fields.grantType)[number],
): never {
  throw new OauthFailure(401, 'invalid_grant', 'Invalid user credentials.', {
    securityEvent: securityEvent(grantRefused, { applicationId, grantType }),
  })
}
