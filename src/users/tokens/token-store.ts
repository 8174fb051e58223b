// SQL for tokens and authorization codes.

import type { OwnProfile } from '../../kernel/caller.ts'
import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { unnestRows } from '../../kernel/database/unnest-rows.ts'
import type { Id } from '../../kernel/ids.ts'

type TokenKind = 'access' | 'personal' | 'client' | 'refresh'

// The parameters before the rows are those that all tokens of the statement have in common.
const newTokens = unnestRows(5, { kind: 'text', hash: 'text', expiresAt: 'timestamptz' })

const insertTokensSql = sql<never>(`
  insert into tokens (kind, hash, user_id, application_id, created_at, code_hash, expires_at)
  select input.kind, input.hash, $1, $2, $3, $4, input.expires_at from ${newTokens.input}`)

export type NewToken = { kind: TokenKind; hash: string; expiresAt: Temporal.Instant | null }

/** Whom a token authenticates: a user, an application, or a user by way of an application. */
export type TokenHolder = {
  readonly userId: Id<'user'> | null
  readonly applicationId: Id<'application'> | null
  /** Hash of the authorization code that the tokens were issued for; null or absent without a code. */
  readonly codeHash?: string | null
}

export async function insertTokens(
  tx: Tx,
  tokens: readonly NewToken[],
  holder: TokenHolder,
  realNow: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertTokensSql, [
    holder.userId,
    holder.applicationId,
    realNow.toString(),
    holder.codeHash ?? null,
    ...newTokens.arraysOf(tokens),
  ])
}

type TokenState = 'live' | 'expired' | 'revoked' | 'refresh-token' | 'user-inactive'

type BearerRow = {
  id: Id<'token'>
  kind: TokenKind
  state: TokenState
  userId: Id<'user'> | null
  applicationId: Id<'application'> | null
  clientKey: string | null
  profiles: OwnProfile[]
}

const findBearerSql = sql<BearerRow>(`
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

/** The token with this hash in any state. Accept it only when its state is `live`. */
export function findBearer(
  db: Reader,
  hash: string,
  realNow: Temporal.Instant,
): Promise<BearerRow | undefined> {
  return db.row(findBearerSql, [hash, realNow.toString()])
}

type RefreshRow = {
  readonly id: Id<'token'>
  readonly userId: Id<'user'>
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
  readonly codeHash: string | null
}

const findRefreshTokenSql = sql<RefreshRow>(`
  select id, user_id, expires_at, revoked_at, code_hash
    from tokens where hash = $1 and kind = 'refresh' and application_id = $2`)

/** A refresh token of this application; it may be expired or revoked. */
export function findRefreshToken(
  db: Reader,
  hash: string,
  applicationId: Id<'application'>,
): Promise<RefreshRow | undefined> {
  return db.row(findRefreshTokenSql, [hash, applicationId])
}

const hasSuccessorSql = sql<{ exists: boolean }>(`
  select exists (select 1 from tokens where code_hash = $1 and kind = 'refresh' and id > $2) as exists`)

/** Whether a refresh token was issued in exchange for this one. A token that was only revoked has no successor. */
export async function hasSuccessor(
  db: Reader,
  { codeHash, id }: Pick<RefreshRow, 'codeHash' | 'id'>,
): Promise<boolean> {
  return (await db.row(hasSuccessorSql, [codeHash, id]))?.exists === true
}

const revokeTokenSql = sql<{ id: Id<'token'> }>(`
  update tokens set revoked_at = $2 where id = $1 and revoked_at is null returning id`)

/** Revokes one token. Returns false when it was revoked already, for example by a concurrent request. */
export async function revokeToken(
  tx: Tx,
  id: Id<'token'>,
  realNow: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(revokeTokenSql, [id, realNow.toString()])) !== undefined
}

type CodeRow = {
  readonly userId: Id<'user'>
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

const insertCodeSql = sql<never>(`
  insert into authorization_codes
    (hash, application_id, user_id, redirect_uri, code_challenge, expires_at)
  values ($1, $2, $3, $4, $5, $6)`)

export async function insertCode(
  tx: Tx,
  code: Omit<CodeRow, 'usedAt'> & { hash: string; applicationId: Id<'application'> },
): Promise<void> {
  const { hash, applicationId, userId, redirectUri, codeChallenge, expiresAt } = code
  const values = [hash, applicationId, userId, redirectUri, codeChallenge, expiresAt.toString()]
  await tx.rows(insertCodeSql, values)
}

const findCodeSql = sql<CodeRow>(`
  select user_id, redirect_uri, code_challenge, expires_at, used_at
    from authorization_codes where hash = $1 and application_id = $2`)

/** A code that was issued to this application; it may be expired or used. */
export function findCode(
  db: Reader,
  hash: string,
  applicationId: Id<'application'>,
): Promise<CodeRow | undefined> {
  return db.row(findCodeSql, [hash, applicationId])
}

const useCodeSql = sql<{ hash: string }>(`
  update authorization_codes set used_at = $2 where hash = $1 and used_at is null returning hash`)

/** Marks the code as used. Returns false when it was used already, for example by a concurrent request. */
export async function useCode(tx: Tx, hash: string, realNow: Temporal.Instant): Promise<boolean> {
  return (await tx.row(useCodeSql, [hash, realNow.toString()])) !== undefined
}

const deleteExpiredTokensSql = sql<{ id: Id<'token'> }>(`
  delete from tokens
   where id = any(array(select id from tokens
                         where expires_at < $1 order by expires_at limit $2))
  returning id`)
const deleteExpiredCodesSql = sql<{ hash: string }>(`
  delete from authorization_codes
   where hash = any(array(select hash from authorization_codes
                           where expires_at < $1 order by expires_at limit $2))
  returning hash`)

/** Deletes at most `rowsMax` tokens and at most `rowsMax` codes that expired before `before`. Returns the number of both. */
export async function deleteExpiredTokensAndCodes(
  tx: Tx,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  const tokens = await tx.rows(deleteExpiredTokensSql, [before.toString(), rowsMax])
  const codes = await tx.rows(deleteExpiredCodesSql, [before.toString(), rowsMax])
  return tokens.length + codes.length
}

const deleteRevokedTokensSql = sql<{ id: Id<'token'> }>(`
  delete from tokens
   where id = any(array(select id from tokens
                         where revoked_at < $1 order by revoked_at limit $2))
  returning id`)

/** Deletes at most `rowsMax` tokens that were revoked before `before`. Returns how many it deleted. */
export async function deleteRevokedTokens(
  tx: Tx,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  return (await tx.rows(deleteRevokedTokensSql, [before.toString(), rowsMax])).length
}

const revokeTokensOfUserSql = sql<never>(`
  update tokens set revoked_at = $2
   where user_id = $1 and revoked_at is null and id is distinct from $3
     and ($4::bigint[] is null or application_id = any($4))`)

type RevokedTokens = {
  readonly exceptTokenId?: Id<'token'>
  readonly applicationIds?: readonly Id<'application'>[]
}

/**
 * Revokes the tokens of a user, except `exceptTokenId`; `applicationIds` limits them to some applications. Call
 * `lockUserForRevocation` first, or a token that is being issued is missed.
 */
export async function revokeTokensOfUser(
  tx: Tx,
  userId: Id<'user'>,
  realNow: Temporal.Instant,
  { exceptTokenId, applicationIds }: RevokedTokens = {},
): Promise<void> {
  const values = [userId, realNow.toString(), exceptTokenId ?? null, applicationIds ?? null]
  await tx.rows(revokeTokensOfUserSql, values)
}

// `created_at` and not now: a concurrent request that read the clock earlier must see the token as expired too.
const expireTokenSql = sql<{ id: Id<'token'> }>(`
  update tokens set expires_at = created_at
   where hash = $1 and kind in ('access', 'client') and revoked_at is null
     and expires_at > greatest($2, created_at)
  returning id`)

/** Expires a live access token of a user or an application. Returns false for a token of another kind or in another state. */
export async function expireToken(
  tx: Tx,
  hash: string,
  realNow: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(expireTokenSql, [hash, realNow.toString()])) !== undefined
}

const revokeFamilySql = sql<{ id: Id<'token'> }>(`
  update tokens set revoked_at = $2 where code_hash = $1 and revoked_at is null returning id`)

/** Revokes all tokens that were issued for one code. Call `lockUserForRevocation` first. Returns their number. */
export async function revokeFamily(
  tx: Tx,
  codeHash: string,
  realNow: Temporal.Instant,
): Promise<number> {
  return (await tx.rows(revokeFamilySql, [codeHash, realNow.toString()])).length
}

const deleteUnusedCodesSql = sql<never>(`
  delete from authorization_codes
   where user_id = $1 and used_at is null and ($2::bigint[] is null or application_id = any($2))`)

/** Deletes the unused codes of a user; `applicationIds` limits them to some applications. */
export async function deleteUnusedCodes(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds?: readonly Id<'application'>[],
): Promise<void> {
  await tx.rows(deleteUnusedCodesSql, [userId, applicationIds ?? null])
}

type ListedToken = {
  readonly id: Id<'token'>
  readonly kind: TokenKind
  readonly clientKey: string | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant | null
}

const listTokensSql = sql<ListedToken>(`
  select t.id, t.kind, a.client_key, t.created_at, t.expires_at
    from tokens t left join applications a on a.id = t.application_id
   where t.user_id = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)
   order by t.id`)

/** The live tokens of a user, ascending by id. The tokens themselves are not stored, only their hashes. */
export function listTokens(
  db: Reader,
  userId: Id<'user'>,
  realNow: Temporal.Instant,
): Promise<ListedToken[]> {
  return db.rows(listTokensSql, [userId, realNow.toString()])
}
