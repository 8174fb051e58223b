// SQL about tokens, and the codes that tokens are given for.

import type { OwnProfile } from '../kernel/caller.ts'
import { type Reader, sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'

type TokenKind = 'access' | 'personal' | 'client' | 'refresh'

const newTokens = sql<never>(`
  insert into tokens (kind, hash, user_id, application_id, created_at, expires_at)
  select t.kind, t.hash, $3, $4, $5, t.expires_at
    from unnest($1::text[], $2::text[], $6::timestamptz[]) as t (kind, hash, expires_at)`)

export type NewToken = { kind: TokenKind; hash: string; expiresAt: Temporal.Instant | null }

export async function insertTokens(
  tx: Tx,
  tokens: readonly NewToken[],
  holder: { userId: Id<'user'> | null; applicationId: Id<'application'> | null },
  realNow: Temporal.Instant,
): Promise<void> {
  await tx.rows(newTokens, [
    tokens.map(({ kind }) => kind),
    tokens.map(({ hash }) => hash),
    holder.userId,
    holder.applicationId,
    realNow.toString(),
    tokens.map(({ expiresAt }) => expiresAt?.toString() ?? null),
  ])
}

export type TokenState = 'live' | 'expired' | 'revoked' | 'refresh-token' | 'user-inactive'

type BearerRow = {
  id: Id<'token'>
  kind: 'access' | 'personal' | 'client'
  state: TokenState
  userId: Id<'user'> | null
  applicationId: Id<'application'> | null
  clientKey: string | null
  profiles: OwnProfile[]
}

const bearerByHash = sql<BearerRow>(`
  select t.id, t.kind, t.user_id, t.application_id, a.client_key,
         case when t.kind = 'refresh' then 'refresh-token'
              when t.revoked_at is not null then 'revoked'
              when t.expires_at <= $2 then 'expired'
              when not u.active then 'user-inactive'
              else 'live' end as state,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = t.user_id), '[]') as profiles
    from tokens t
    left join applications a on a.id = t.application_id
    left join users u on u.id = t.user_id
   where t.hash = $1`)

/** A token with this hash, whatever its state; only a live one may be accepted. */
export function findBearer(
  db: Reader,
  hash: string,
  realNow: Temporal.Instant,
): Promise<BearerRow | undefined> {
  return db.row(bearerByHash, [hash, realNow.toString()])
}

const refreshHeld = sql<{ userId: Id<'user'>; expiresAt: Temporal.Instant }>(`
  select t.user_id, t.expires_at
    from tokens t
    join users u on u.id = t.user_id
   where t.hash = $1 and t.kind = 'refresh' and t.application_id = $2
     and t.revoked_at is null and t.expires_at > $3 and u.active
     for share of t`)

/**
 * A live refresh token of an active user, of this application. Nobody revokes it until the transaction
 * ends, so whoever does sees the access token that it gave.
 */
export function holdRefreshToken(
  tx: Tx,
  hash: string,
  applicationId: Id<'application'>,
  realNow: Temporal.Instant,
): Promise<{ userId: Id<'user'>; expiresAt: Temporal.Instant } | undefined> {
  return tx.row(refreshHeld, [hash, applicationId, realNow.toString()])
}

const newCode = sql<never>(`
  insert into authorization_codes (hash, application_id, user_id, redirect_uri, expires_at)
  values ($1, $2, $3, $4, $5)`)

export async function insertCode(
  tx: Tx,
  code: {
    hash: string
    applicationId: Id<'application'>
    userId: Id<'user'>
    redirectUri: string
    expiresAt: Temporal.Instant
  },
): Promise<void> {
  const { hash, applicationId, userId, redirectUri, expiresAt } = code
  await tx.rows(newCode, [hash, applicationId, userId, redirectUri, expiresAt.toString()])
}

// The guard is in the where clause: of two requests with one code the second finds it used.
const usedCode = sql<{ userId: Id<'user'> }>(`
  update authorization_codes c set used_at = $4
    from users u
   where c.hash = $1 and c.application_id = $2 and c.redirect_uri = $3
     and c.used_at is null and c.expires_at > $4 and u.id = c.user_id and u.active
  returning c.user_id`)

/** Uses the code up. Undefined when it is unknown, bound elsewhere, used, or lapsed. */
export function takeCode(
  tx: Tx,
  hash: string,
  applicationId: Id<'application'>,
  redirectUri: string,
  realNow: Temporal.Instant,
): Promise<{ userId: Id<'user'> } | undefined> {
  return tx.row(usedCode, [hash, applicationId, redirectUri, realNow.toString()])
}

const expiredTokens = sql<{ id: Id<'token'> }>(`
  delete from tokens
   where id = any(array(select id from tokens
                         where expires_at < $1 order by expires_at limit $2))
  returning id`)
const expiredCodes = sql<{ hash: string }>(`
  delete from authorization_codes
   where hash = any(array(select hash from authorization_codes
                           where expires_at < $1 order by expires_at limit $2))
  returning hash`)

/** Deletes at most `rowsMax` tokens and as many codes; answers how many are gone. */
export async function deleteExpired(
  tx: Tx,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  const tokens = await tx.rows(expiredTokens, [before.toString(), rowsMax])
  const codes = await tx.rows(expiredCodes, [before.toString(), rowsMax])
  return tokens.length + codes.length
}

const revokedOthers = sql<never>(`
  update tokens set revoked_at = $4
   where user_id = $1 and id <> $2 and kind = any($3::text[]) and revoked_at is null`)

export async function revokeTokensOf(
  tx: Tx,
  userId: Id<'user'>,
  kinds: readonly TokenKind[],
  realNow: Temporal.Instant,
  kept: Id<'token'>,
): Promise<void> {
  await tx.rows(revokedOthers, [userId, kept, kinds, realNow.toString()])
}

const usedCodes = sql<never>(`
  update authorization_codes set used_at = $2 where user_id = $1 and used_at is null`)

/** Uses up the codes of the user that would give tokens. */
export async function useCodesOf(
  tx: Tx,
  userId: Id<'user'>,
  realNow: Temporal.Instant,
): Promise<void> {
  await tx.rows(usedCodes, [userId, realNow.toString()])
}
