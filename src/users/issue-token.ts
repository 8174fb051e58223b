// The token endpoint (D6, Facts 1.1). Every grant ends in an access token of twelve hours; those that
// act for a user come with a refresh token, which stays the same for its whole life, or rotates for a
// client without a secret (D108).

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { OauthFailure } from '../kernel/oauth-failure.ts'
import { endOf } from '../kernel/timer.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { authenticateClient } from './authenticate-client.ts'
import { redeemCode, redeemRefreshToken, redeemRegistrationCode } from './redeem-grant.ts'
import type { Token, TokenRequest } from './schemas.ts'
import { hashSecret } from './secret.ts'
import type { ApplicationRow } from './store.ts'
import { accessToken, refreshToken } from './timers.ts'
import * as tokens from './token-store.ts'

/** What a client is told: a whole second has begun by the time it reads the answer. */
const TOLD_SECONDS = accessToken.seconds - 1

type Requesting = {
  readonly authorization: string | string[] | undefined
  readonly realNow: Temporal.Instant
  readonly random: { uuid(): string }
  countFor(applicationId: Id<'application'>): void
}

/** Throws an OauthFailure for whatever does not entitle to a token. */
export async function issueToken(
  tx: Tx,
  input: TokenRequest,
  requesting: Requesting,
): Promise<Token> {
  const { authorization, realNow } = requesting
  const application = await authenticateClient(tx, authorization, input)
  // Naming a client without a secret is no authentication: strangers could use its limit up.
  if (!application.isPublic) requesting.countFor(application.id)
  const by = { application, realNow }
  switch (input.grant_type) {
    case undefined:
    case '':
      throw new OauthFailure(400, 'invalid_request', 'Missing grant type')
    case 'client_credentials':
      requireSecret(application)
      return issueClientToken(tx, application.id, requesting)
    case 'registration_code': {
      requireSecret(application)
      const email = needed(input, 'email')
      const registrationCode = needed(input, 'registration_code')
      const entitled = await redeemRegistrationCode(tx, { email, registrationCode }, by)
      return issueUserTokens(tx, { ...entitled, applicationId: application.id }, requesting)
    }
    case 'authorization_code': {
      const code = needed(input, 'code')
      const sent = {
        code,
        redirectUri: needed(input, 'redirect_uri'),
        verifier: input.code_verifier,
      }
      const entitled = await redeemCode(tx, sent, by)
      return issueUserTokens(tx, { ...entitled, applicationId: application.id }, requesting)
    }
    case 'refresh_token': {
      const sent = needed(input, 'refresh_token')
      const { expiresAt, ...entitled } = await redeemRefreshToken(tx, sent, by)
      const holder = { ...entitled, applicationId: application.id }
      if (application.isPublic) return issueUserTokens(tx, holder, requesting, expiresAt)
      return issueAccessToken(tx, holder, requesting, { token: sent, expiresAt })
    }
    default:
      throw new OauthFailure(400, 'unsupported_grant_type', 'Unsupported grant type')
  }
}

/** Without a secret nothing shows that the request comes from the application. */
function requireSecret({ isPublic }: ApplicationRow): void {
  if (isPublic)
    throw new OauthFailure(
      400,
      'unauthorized_client',
      'A client without a secret can use authorization_code and refresh_token only',
    )
}

async function issueClientToken(
  tx: Tx,
  applicationId: Id<'application'>,
  requesting: Requesting,
): Promise<Token> {
  const { row, token } = newToken('client', requesting)
  await tokens.insertTokens(tx, [row], { userId: null, applicationId }, requesting.realNow)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: TOLD_SECONDS,
    scope: 'transfers',
    expires_at: toMillisecond(row.expiresAt),
  }
}

type Holder = {
  readonly userId: Id<'user'>
  readonly applicationId: Id<'application'>
  readonly codeHash: string | null
}

/** A rotated refresh token ends when the one before it would have ended. */
async function issueUserTokens(
  tx: Tx,
  holder: Holder,
  requesting: Requesting,
  refreshEndsAt?: Temporal.Instant,
): Promise<Token> {
  const access = newToken('access', requesting)
  const { token, row } = newToken('refresh', requesting)
  const expiresAt = refreshEndsAt ?? row.expiresAt
  await tokens.insertTokens(tx, [access.row, { ...row, expiresAt }], holder, requesting.realNow)
  return showToken(access, { token, expiresAt }, requesting)
}

/** Refresh tokens are kept as hashes; the one to answer with is the one that was sent. */
async function issueAccessToken(
  tx: Tx,
  holder: Holder,
  requesting: Requesting,
  refresh: Refresh,
): Promise<Token> {
  const access = newToken('access', requesting)
  await tokens.insertTokens(tx, [access.row], holder, requesting.realNow)
  return showToken(access, refresh, requesting)
}

type Made = { token: string; row: tokens.NewToken & { expiresAt: Temporal.Instant } }

function newToken(kind: 'access' | 'client' | 'refresh', { realNow, random }: Requesting): Made {
  const token = random.uuid()
  const from = realNow.round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  const expiresAt = endOf(kind === 'refresh' ? refreshToken : accessToken, from)
  return { token, row: { kind, hash: hashSecret(token), expiresAt } }
}

type Refresh = { readonly token: string; readonly expiresAt: Temporal.Instant }

function showToken(access: Made, refresh: Refresh, { realNow }: Requesting): Token {
  return {
    access_token: access.token,
    token_type: 'bearer',
    refresh_token: refresh.token,
    expires_in: TOLD_SECONDS,
    scope: 'transfers',
    created_at: realNow.toString({ smallestUnit: 'nanosecond' }),
    expires_at: toMillisecond(access.row.expiresAt),
    refresh_token_expires_in: Math.floor(refresh.expiresAt.since(realNow).total('seconds')),
    refresh_token_expires_at: toMillisecond(refresh.expiresAt),
  }
}

function needed(input: TokenRequest, field: keyof TokenRequest): string {
  const value = input[field]
  if (value === undefined || value === '')
    throw new OauthFailure(400, 'invalid_request', `Missing ${field}`)
  return value
}
