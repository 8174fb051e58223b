// SQL for users: their accounts, registration codes and contact addresses, the locks of their rows, the profiles that they
// own, and the users that the consent page lists.

import type { OwnProfile } from '../kernel/caller.ts'
import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Language } from './model.ts'
import type { ProfileType } from './own-profile.ts'

export type UserRow = {
  readonly id: Id<'user'>
  readonly email: string
  readonly active: boolean
  readonly language: Language
  /** Null until the user sets a contact address. */
  readonly contactEmail: string | null
  /** The application that signed the user up; null for a user without one. */
  readonly applicationId: Id<'application'> | null
}

const userColumns = 'u.id, u.email, u.active, u.language, u.contact_email, u.application_id'

const findUserSql = sql<UserRow>(`select ${userColumns} from users u where u.id = $1`)

export function findUser(db: Reader, userId: Id<'user'>): Promise<UserRow | undefined> {
  return db.row(findUserSql, [userId])
}

const findUserByEmailSql = sql<UserRow>(`
  select ${userColumns} from users u where lower(u.email) = lower($1)`)

export function findUserByEmail(db: Reader, email: string): Promise<UserRow | undefined> {
  return db.row(findUserByEmailSql, [email])
}

const emailExistsSql = sql<{ taken: boolean }>(`
  select exists (select 1 from users where lower(email) = lower($1)) as taken`)

export async function emailExists(db: Reader, email: string): Promise<boolean> {
  return (await db.row(emailExistsSql, [email]))?.taken ?? false
}

const insertUserSql = sql<UserRow>(`
  insert into users as u (email, language, application_id, registration_code_hash, created_at)
  values ($1, $2, $3, $4, $5)
  on conflict do nothing
  returning ${userColumns}`)

type NewUser = {
  email: string
  language: Language
  applicationId: Id<'application'> | null
  registrationCodeHash: string | null
}

/** Undefined when a user has this e-mail address already, or another user of the application has the registration code. */
export function insertUser(
  tx: Tx,
  { email, language, applicationId, registrationCodeHash }: NewUser,
  now: Temporal.Instant,
): Promise<UserRow | undefined> {
  return tx.row(insertUserSql, [
    email,
    language,
    applicationId,
    registrationCodeHash,
    now.toString(),
  ])
}

const findSignedUpUserSql = sql<UserRow>(`
  select ${userColumns} from users u
   where lower(u.email) = lower($2) and u.application_id = $1 and u.registration_code_hash = $3
     and u.active`)

/** The active user whom this application signed up with this registration code. */
export function findSignedUpUser(
  db: Reader,
  applicationId: Id<'application'>,
  email: string,
  registrationCodeHash: string,
): Promise<UserRow | undefined> {
  return db.row(findSignedUpUserSql, [applicationId, email, registrationCodeHash])
}

const lockUserForIssueSql = sql<{ id: Id<'user'> }>(`
  select id from users where id = $1 and active for share`)
const lockUserForRevocationSql = sql<{ id: Id<'user'> }>(`
  select id from users where id = $1 for no key update`)

/**
 * Locks the user so that a token or an authorization code can be issued: no revocation for this user runs until the
 * transaction ends. Rows that were read before the lock may be outdated. Returns false for a user who is not active.
 */
export async function lockUserForIssue(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(lockUserForIssueSql, [userId])) !== undefined
}

/**
 * Locks the user so that access can be revoked: waits for tokens and codes that are being issued, and the next statement
 * sees them. Returns false when there is no user with this id.
 */
export async function lockUserForRevocation(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(lockUserForRevocationSql, [userId])) !== undefined
}

const updateActiveSql = sql<never>('update users set active = $2 where id = $1')

export async function updateActive(
  tx: Tx,
  { userId, active }: { readonly userId: Id<'user'>; readonly active: boolean },
): Promise<void> {
  await tx.rows(updateActiveSql, [userId, active])
}

const deleteRegistrationCodeSql = sql<never>(`
  update users set registration_code_hash = null where id = $1 and application_id = any($2::bigint[])`)

/** Deletes the user's registration code, where one of these applications has signed the user up. */
export async function deleteRegistrationCode(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
): Promise<void> {
  await tx.rows(deleteRegistrationCodeSql, [userId, applicationIds])
}

type Contact = { email: string }

const getContactEmailSql = sql<Contact>(`
  select coalesce(contact_email, email) as email from users where id = $1`)

/** Returns the contact address, or the e-mail address of the user while no contact address was set. */
export async function getContactEmail(db: Reader, userId: Id<'user'>): Promise<string> {
  const row = await db.row(getContactEmailSql, [userId])
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row.email
}

const setContactEmailSql = sql<Contact>(`
  update users set contact_email = $2 where id = $1 returning contact_email as email`)

export async function setContactEmail(tx: Tx, userId: Id<'user'>, email: string): Promise<string> {
  const row = await tx.row(setContactEmailSql, [userId, email])
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row.email
}

const insertOwnerSql = sql<never>(`
  insert into profile_owners (profile_id, user_id, type) values ($1, $2, $3)`)

export async function insertOwner(
  tx: Tx,
  owner: { profileId: Id<'profile'>; userId: Id<'user'>; type: ProfileType },
): Promise<void> {
  await tx.rows(insertOwnerSql, [owner.profileId, owner.userId, owner.type])
}

type Owner = { readonly userId: Id<'user'>; readonly profiles: readonly OwnProfile[] }

const findOwnerSql = sql<Owner>(`
  select o.user_id,
         jsonb_agg(jsonb_build_object('id', p.profile_id, 'type', p.type)
                   order by p.profile_id) as profiles
    from profile_owners o join profile_owners p on p.user_id = o.user_id
   where o.profile_id = $1
   group by o.user_id`)

/** The user who owns the profile, and all profiles of that user, ascending by id. */
export function findOwner(db: Reader, profileId: Id<'profile'>): Promise<Owner | undefined> {
  return db.row(findOwnerSql, [profileId])
}

/** A user as the consent page offers them for selection. */
export type Candidate = { id: Id<'user'>; email: string; profiles: OwnProfile[] }

const selectCandidates = `
  select u.id, u.email,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = u.id), '[]') as profiles
    from users u
   where u.active`

const listCandidatesSql = sql<Candidate>(`
  ${selectCandidates} and position(lower($1) in lower(u.email)) > 0 order by u.id limit $2`)

/** Active users whose e-mail address contains `emailPart`, ascending by id. */
export function listCandidates(
  db: Reader,
  emailPart: string,
  usersMax: number,
): Promise<Candidate[]> {
  return db.rows(listCandidatesSql, [emailPart, usersMax])
}

const findCandidateSql = sql<Candidate>(`${selectCandidates} and u.id = $1`)

/** The active user with this id. */
export function findCandidate(db: Reader, userId: Id<'user'>): Promise<Candidate | undefined> {
  return db.row(findCandidateSql, [userId])
}
