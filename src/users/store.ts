// Every SQL statement about users, applications and what opens the door to them.

import type { OwnProfile, ProfileType } from '../kernel/caller.ts'
import { type Reader, sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Language } from './model.ts'

export type ApplicationRow = {
  readonly id: Id<'application'>
  readonly clientKey: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** A fraction as decimal text. */
  readonly partnerPrice: string
}

const applicationColumns = 'id, client_key, name, redirect_uris, partner_price::text'

const applicationByKey = sql<ApplicationRow>(`
  select ${applicationColumns} from applications where client_key = $1`)

export function findApplication(
  db: Reader,
  clientKey: string,
): Promise<ApplicationRow | undefined> {
  return db.row(applicationByKey, [clientKey])
}

const applicationById = sql<ApplicationRow>(`
  select ${applicationColumns} from applications where id = $1`)

export function findApplicationById(
  db: Reader,
  applicationId: Id<'application'>,
): Promise<ApplicationRow | undefined> {
  return db.row(applicationById, [applicationId])
}

const applicationBySecret = sql<ApplicationRow>(`
  select ${applicationColumns} from applications where client_key = $1 and secret_hash = $2`)

export function findApplicationBySecret(
  db: Reader,
  clientKey: string,
  secretHash: string,
): Promise<ApplicationRow | undefined> {
  return db.row(applicationBySecret, [clientKey, secretHash])
}

const newApplication = sql<ApplicationRow>(`
  insert into applications (client_key, name, secret_hash, redirect_uris, partner_price, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (client_key) do nothing
  returning ${applicationColumns}`)

/** Undefined when the key is taken. */
export function insertApplication(
  tx: Tx,
  application: Omit<ApplicationRow, 'id'> & { secretHash: string },
  now: Temporal.Instant,
): Promise<ApplicationRow | undefined> {
  const { clientKey, name, secretHash, redirectUris, partnerPrice } = application
  const values = [clientKey, name, secretHash, redirectUris, partnerPrice, now.toString()]
  return tx.row(newApplication, values)
}

const changedApplication = sql<ApplicationRow>(`
  update applications
     set secret_hash = coalesce($2, secret_hash), redirect_uris = coalesce($3, redirect_uris),
         partner_price = coalesce($4, partner_price)
   where client_key = $1
  returning ${applicationColumns}`)

/** What is null stays. Undefined when there is no such application. */
export function updateApplication(
  tx: Tx,
  clientKey: string,
  change: {
    secretHash: string | null
    redirectUris: readonly string[] | null
    partnerPrice: string | null
  },
): Promise<ApplicationRow | undefined> {
  const { secretHash, redirectUris, partnerPrice } = change
  return tx.row(changedApplication, [clientKey, secretHash, redirectUris, partnerPrice])
}

export type UserRow = {
  readonly id: Id<'user'>
  readonly email: string
  readonly active: boolean
  readonly language: Language
  readonly contactEmail: string | null
  readonly applicationId: Id<'application'> | null
}

const userColumns = (u: string) =>
  ['id', 'email', 'active', 'language', 'contact_email', 'application_id']
    .map((column) => `${u}.${column}`)
    .join(', ')

const userById = sql<UserRow>(`select ${userColumns('u')} from users u where u.id = $1`)

export function findUser(db: Reader, userId: Id<'user'>): Promise<UserRow | undefined> {
  return db.row(userById, [userId])
}

const emailTaken = sql<{ taken: boolean }>(`
  select exists (select 1 from users where lower(email) = lower($1)) as taken`)

export async function emailExists(db: Reader, email: string): Promise<boolean> {
  return (await db.row(emailTaken, [email]))?.taken ?? false
}

const newUser = sql<UserRow>(`
  insert into users as u (email, language, application_id, registration_code_hash, created_at)
  values ($1, $2, $3, $4, $5)
  on conflict (lower(email)) do nothing
  returning ${userColumns('u')}`)

export type NewUser = {
  email: string
  language: Language
  applicationId: Id<'application'> | null
  registrationCodeHash: string | null
}

/** Undefined when the e-mail belongs to a user already. */
export function insertUser(
  tx: Tx,
  { email, language, applicationId, registrationCodeHash }: NewUser,
  now: Temporal.Instant,
): Promise<UserRow | undefined> {
  return tx.row(newUser, [email, language, applicationId, registrationCodeHash, now.toString()])
}

const userByCode = sql<UserRow>(`
  select ${userColumns('u')} from users u
   where lower(u.email) = lower($2) and u.application_id = $1 and u.registration_code_hash = $3
     and u.active`)

/** The active user whom this application signed up with this code. */
export function findSignedUpUser(
  db: Reader,
  applicationId: Id<'application'>,
  email: string,
  registrationCodeHash: string,
): Promise<UserRow | undefined> {
  return db.row(userByCode, [applicationId, email, registrationCodeHash])
}

const newOwner = sql<never>(`
  insert into profile_owners (profile_id, user_id, type) values ($1, $2, $3)`)

export async function insertOwner(
  tx: Tx,
  owner: { profileId: Id<'profile'>; userId: Id<'user'>; type: ProfileType },
): Promise<void> {
  await tx.rows(newOwner, [owner.profileId, owner.userId, owner.type])
}

export type Owner = { readonly userId: Id<'user'>; readonly profiles: readonly OwnProfile[] }

const ownerOf = sql<Owner>(`
  select o.user_id,
         jsonb_agg(jsonb_build_object('id', own.profile_id, 'type', own.type)
                   order by own.profile_id) as profiles
    from profile_owners o join profile_owners own on own.user_id = o.user_id
   where o.profile_id = $1
   group by o.user_id`)

/** The user whose profile it is, and all the user's profiles, ascending by id. */
export function findOwner(db: Reader, profileId: Id<'profile'>): Promise<Owner | undefined> {
  return db.row(ownerOf, [profileId])
}

const reach = sql<{ reached: boolean }>(`
  select exists (select 1 from users where id = $2 and application_id = $1)
      or exists (select 1 from grants
                  where application_id = $1 and user_id = $2 and revoked_at is null) as reached`)

/** Whether the application signed the user up or holds a live grant of the user (D6). */
export async function reaches(
  db: Reader,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
): Promise<boolean> {
  return (await db.row(reach, [applicationId, userId]))?.reached ?? false
}

const newGrant = sql<never>(`
  insert into grants (application_id, user_id, created_at) values ($1, $2, $3)
  on conflict (application_id, user_id) do update set revoked_at = null`)

export async function insertGrant(
  tx: Tx,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(newGrant, [applicationId, userId, now.toString()])
}

export type Pickable = { id: Id<'user'>; email: string; profiles: OwnProfile[] }

const pickable = sql<Pickable>(`
  select u.id, u.email,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = u.id), '[]') as profiles
    from users u
   where u.active and position(lower($1) in lower(u.email)) > 0
     and ($3::bigint is null or u.id = $3)
   order by u.id
   limit $2`)

/** Active users whose e-mail holds `emailPart`, ascending by id. */
export function listPickable(db: Reader, emailPart: string, usersMax: number): Promise<Pickable[]> {
  return db.rows(pickable, [emailPart, usersMax, null])
}

export function findPickable(db: Reader, userId: Id<'user'>): Promise<Pickable | undefined> {
  return db.row(pickable, ['', 1, userId])
}

export type TokenKind = 'access' | 'personal' | 'client' | 'refresh'

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

type BearerRow = {
  id: Id<'token'>
  kind: 'access' | 'personal' | 'client'
  userId: Id<'user'> | null
  applicationId: Id<'application'> | null
  clientKey: string | null
  profiles: OwnProfile[]
}

const bearerByHash = sql<BearerRow>(`
  select t.id, t.kind, t.user_id, t.application_id, a.client_key,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = t.user_id), '[]') as profiles
    from tokens t
    left join applications a on a.id = t.application_id
    left join users u on u.id = t.user_id
   where t.hash = $1 and t.kind <> 'refresh' and t.revoked_at is null
     and (t.expires_at is null or t.expires_at > $2)
     and (u.id is null or u.active)`)

export function findBearer(
  db: Reader,
  hash: string,
  realNow: Temporal.Instant,
): Promise<BearerRow | undefined> {
  return db.row(bearerByHash, [hash, realNow.toString()])
}

const refreshByHash = sql<{ userId: Id<'user'>; expiresAt: Temporal.Instant }>(`
  select t.user_id, t.expires_at
    from tokens t
    join users u on u.id = t.user_id
   where t.hash = $1 and t.kind = 'refresh' and t.application_id = $2
     and t.revoked_at is null and t.expires_at > $3 and u.active`)

/** A live refresh token of an active user, of this application. */
export function findRefreshToken(
  db: Reader,
  hash: string,
  applicationId: Id<'application'>,
  realNow: Temporal.Instant,
): Promise<{ userId: Id<'user'>; expiresAt: Temporal.Instant } | undefined> {
  return db.row(refreshByHash, [hash, applicationId, realNow.toString()])
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
