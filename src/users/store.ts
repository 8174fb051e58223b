// Every SQL statement about users, their profiles and applications.

import type { OwnProfile, ProfileType } from '../kernel/caller.ts'
import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Language } from './model.ts'

export type ApplicationRow = {
  readonly id: Id<'application'>
  readonly clientKey: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** A fraction as decimal text. */
  readonly partnerPrice: string
  /** Has no secret (RFC 6749 section 2.1). */
  readonly isPublic: boolean
}

const applicationColumns =
  'id, client_key, name, redirect_uris, partner_price::text, secret_hash is null as is_public'

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

type WithSecret = ApplicationRow & { readonly secretHash: string | null }

const clientWithSecret = sql<WithSecret>(`
  select ${applicationColumns}, secret_hash from applications where client_key = $1`)

export function findClientWithSecret(
  db: Reader,
  clientKey: string,
): Promise<WithSecret | undefined> {
  return db.row(clientWithSecret, [clientKey])
}

const newApplication = sql<ApplicationRow>(`
  insert into applications (client_key, name, secret_hash, redirect_uris, partner_price, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (client_key) do nothing
  returning ${applicationColumns}`)

/** Undefined when the key is taken. */
export function insertApplication(
  tx: Tx,
  application: Omit<ApplicationRow, 'id' | 'isPublic'> & { secretHash: string | null },
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
  on conflict do nothing
  returning ${userColumns('u')}`)

type NewUser = {
  email: string
  language: Language
  applicationId: Id<'application'> | null
  registrationCodeHash: string | null
}

/** Undefined when the e-mail or the registration code belongs to a user already. */
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

const shared = sql<never>('select id from users where id = $1 and active for share')
const exclusive = sql<never>('select id from users where id = $1 for no key update')

/**
 * Holds the user for the issue of a token: nobody revokes anything of theirs until the transaction ends.
 * Returns false for a user who is not active. What is read before it may be outdated.
 */
export async function holdUser(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(shared, [userId])) !== undefined
}

/** Waits for the tokens that are being issued to the user, so that the next statement sees them. */
export async function lockUser(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(exclusive, [userId])) !== undefined
}

const activated = sql<never>('update users set active = $2 where id = $1')

export async function setActive(tx: Tx, userId: Id<'user'>, active: boolean): Promise<void> {
  await tx.rows(activated, [userId, active])
}

const codeEnded = sql<never>(`
  update users set registration_code_hash = null where id = $1 and application_id = any($2::bigint[])`)

/** Ends the registration code with which one of these applications signed the user up. */
export async function endRegistrationCode(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
): Promise<void> {
  await tx.rows(codeEnded, [userId, applicationIds])
}

const newOwner = sql<never>(`
  insert into profile_owners (profile_id, user_id, type) values ($1, $2, $3)`)

export async function insertOwner(
  tx: Tx,
  owner: { profileId: Id<'profile'>; userId: Id<'user'>; type: ProfileType },
): Promise<void> {
  await tx.rows(newOwner, [owner.profileId, owner.userId, owner.type])
}

type Owner = { readonly userId: Id<'user'>; readonly profiles: readonly OwnProfile[] }

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

export type Pickable = { id: Id<'user'>; email: string; profiles: OwnProfile[] }

const selectPickable = `
  select u.id, u.email,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = u.id), '[]') as profiles
    from users u
   where u.active`

const pickable = sql<Pickable>(`
  ${selectPickable} and position(lower($1) in lower(u.email)) > 0 order by u.id limit $2`)

/** Active users whose e-mail holds `emailPart`, ascending by id. */
export function listPickable(db: Reader, emailPart: string, usersMax: number): Promise<Pickable[]> {
  return db.rows(pickable, [emailPart, usersMax])
}

const pickableById = sql<Pickable>(`${selectPickable} and u.id = $1`)

export function findPickable(db: Reader, userId: Id<'user'>): Promise<Pickable | undefined> {
  return db.row(pickableById, [userId])
}
