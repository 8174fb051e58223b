// The token endpoint (D6, Facts 1.1). Every grant type gives an access token for twelve hours. Tokens of a user come
// with a refresh token, which stays the same for its whole life, or rotates for a client without a secret (D108).

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { endOf } from '../../kernel/timer.ts'
import { toMillisecond } from '../../kernel/wire.ts'
import type { ApplicationRow } from '../application-store.ts'
import type { Token, TokenRequest } from '../schemas.ts'
import { hashSecret } from '../secret.ts'
import { accessToken, refreshToken } from '../timers.ts'
import { authenticateClient } from './authenticate-client.ts'
import { OauthFailure } from './oauth-failure.ts'
import { redeemCode, redeemRefreshToken, redeemRegistrationCode } from './redeem-grant.ts'
import * as tokens from './token-store.ts'

/** The `expires_in` of a reply, always one second less than the token lives (gap 56). */
const EXPIRES_IN_SECONDS = accessToken.seconds - 1

type TokenContext = {
  readonly authorization: string | string[] | undefined
  readonly realNow: Temporal.Instant
  readonly random: { uuid(): string }
  /** Counts the request against the rate limit of the application. */
  countFor(applicationId: Id<'application'>): void
}

/** Throws an OauthFailure when the request does not entitle the client to a token. */
export async function issueToken(
  tx: Tx,
  input: TokenRequest,
  context: TokenContext,
): Promise<Token> {
  const { authorization, realNow } = context
  const application = await authenticateClient(tx, authorization, input)
  // A public client is not authenticated, so requests of a stranger must not count against its rate limit.
  if (!application.isPublic) context.countFor(application.id)
  const redeemContext = { application, realNow }
  switch (input.grant_type) {
    case undefined:
    case '':
      // Client programs compare this text (Facts 1.2).
      throw new OauthFailure(400, 'invalid_request', 'Missing grant type')
    case 'client_credentials':
      requireSecret(application)
      return issueClientToken(tx, application.id, context)
    case 'registration_code': {
      requireSecret(application)
      const email = requireField(input, 'email')
      const registrationCode = requireField(input, 'registration_code')
      const subject = await redeemRegistrationCode(tx, { email, registrationCode }, redeemContext)
      return issueUserTokens(tx, { ...subject, applicationId: application.id }, context)
    }
    case 'authorization_code': {
      const sent = {
        code: requireField(input, 'code'),
        redirectUri: requireField(input, 'redirect_uri'),
        verifier: input.code_verifier,
      }
      const subject = await redeemCode(tx, sent, redeemContext)
      return issueUserTokens(tx, { ...subject, applicationId: application.id }, context)
    }
    case 'refresh_token': {
      const sent = requireField(input, 'refresh_token')
      const { expiresAt, ...subject } = await redeemRefreshToken(tx, sent, redeemContext)
      const holder = { ...subject, applicationId: application.id }
      if (application.isPublic) return issueUserTokens(tx, holder, context, expiresAt)
      return issueAccessToken(tx, holder, context, { token: sent, expiresAt })
    }
    default:
      throw new OauthFailure(
        400,
        'unsupported_grant_type',
        'Send a grant_type of client_credentials, registration_code, authorization_code or refresh_token',
      )
  }
}

/**
 * Fails for a client without a secret. `client_credentials` has no other proof than the secret, and a registration code can
 * be sent again and again.
 */
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
  context: TokenContext,
): Promise<Token> {
  const { row, token } = generateToken('client', context)
  await tokens.insertTokens(tx, [row], { userId: null, applicationId }, context.realNow)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: EXPIRES_IN_SECONDS,
    scope: 'transfers',
    expires_at: toMillisecond(row.expiresAt),
  }
}

/** `codeHash` is required, because tokens without it would not be revoked with the others of their code. */
type UserHolder = Required<tokens.TokenHolder> & { readonly userId: Id<'user'> }

/** `refreshExpiresAt` is the expiry of the refresh token that the new one replaces; rotation does not prolong it. */
async function issueUserTokens(
  tx: Tx,
  holder: UserHolder,
  context: TokenContext,
  refreshExpiresAt?: Temporal.Instant,
): Promise<Token> {
  const access = generateToken('access', context)
  const { token, row } = generateToken('refresh', context)
  const expiresAt = refreshExpiresAt ?? row.expiresAt
  await tokens.insertTokens(tx, [access.row, { ...row, expiresAt }], holder, context.realNow)
  return showToken(access, { token, expiresAt }, context)
}

/** Only the hash of a refresh token is stored, so the reply repeats the refresh token that the client sent. */
async function issueAccessToken(
  tx: Tx,
  holder: UserHolder,
  context: TokenContext,
  refresh: Refresh,
): Promise<Token> {
  const access = generateToken('access', context)
  await tokens.insertTokens(tx, [access.row], holder, context.realNow)
  return showToken(access, refresh, context)
}

/** A token to send to the client, and its row, which has only the hash. */
type GeneratedToken = { token: string; row: tokens.NewToken & { expiresAt: Temporal.Instant } }

function generateToken(
  kind: 'access' | 'client' | 'refresh',
  { realNow, random }: TokenContext,
): GeneratedToken {
  const token = random.uuid()
  const createdAt = realNow.round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  const expiresAt = endOf(kind === 'refresh' ? refreshToken : accessToken, createdAt)
  return { token, row: { kind, hash: hashSecret(token), expiresAt } }
}

type Refresh = { readonly token: string; readonly expiresAt: Temporal.Instant }

function showToken(access: GeneratedToken, refresh: Refresh, { realNow }: TokenContext): Token {
  return {
    access_token: access.token,
    token_type: 'bearer',
    refresh_token: refresh.token,
    expires_in: EXPIRES_IN_SECONDS,
    scope: 'transfers',
    created_at: realNow.toString({ smallestUnit: 'nanosecond' }),
    expires_at: toMillisecond(access.row.expiresAt),
    refresh_token_expires_in: Math.floor(refresh.expiresAt.since(realNow).total('seconds')),
    refresh_token_expires_at: toMillisecond(refresh.expiresAt),
  }
}

function requireField(input: TokenRequest, field: keyof TokenRequest): string {
  const value = input[field]
  if (value === undefined || value === '')
    throw new OauthFailure(400, 'invalid_request', `Missing ${field}`)
  return value
}
