// SQL for profiles, and for the addresses that are created or made primary together with them.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { ProfileDuplicate } from './errors.ts'
import type { Address, AddressDetails, AddressRole, Details } from './rules/details.ts'
import type { UpdateWindow } from './states.ts'

type VerifiedBy = 'SERVICE' | 'PARTNER'

export type ProfileRow = Details & {
  readonly id: Id<'profile'>
  readonly publicId: string
  readonly userId: Id<'user'>
  readonly verified: boolean
  /** Relevant only while the profile is verified (D41). */
  readonly verifiedBy: VerifiedBy
  readonly updateWindow: UpdateWindow
  readonly state: 'VISIBLE' | 'HIDDEN' | 'DEACTIVATED'
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
  /** Ascending by id. */
  readonly addresses: readonly Address[]
}

const columns = `
  p.id, p.public_id, p.user_id, p.type, p.details, p.verified,
  p.verified_by, p.update_window, p.state, p.created_at, p.updated_at,
  coalesce((select jsonb_agg(a.details || jsonb_build_object('id', a.id, 'role', a.role)
                             order by a.id)
              from addresses a where a.profile_id = p.id), '[]') as addresses`

const findProfileSql = lookup<ProfileRow>(
  ['bigint'],
  `select ${columns} from profiles p where p.id = $1`,
)

/** Loads a profile whose ownership the caller has checked: its absence is a bug. */
export async function getProfile(db: Reader, profileId: Id<'profile'>): Promise<ProfileRow> {
  const profile = await db.row(findProfileSql, [profileId])
  if (profile === undefined) throw new Error(`there is no profile ${profileId}`)
  return profile
}

const lockProfileOfUserSql = sql<{ id: Id<'profile'> }>(`
  select id from profiles where id = $1 and user_id = $2 for no key update`)

/** Locks the profile for a change. Returns false when the user does not own the profile. */
export async function lockProfileOfUser(
  tx: Tx,
  profileId: Id<'profile'>,
  userId: Id<'user'>,
): Promise<boolean> {
  return (await tx.row(lockProfileOfUserSql, [profileId, userId])) !== undefined
}

const lockOwnProfileSql = sql<never>('select id from profiles where id = $1 for no key update')

/**
 * Locks a profile whose ownership the caller has checked. Requests that lock the same profile then change its data one
 * after the other.
 */
export async function lockOwnProfile(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(lockOwnProfileSql, [profileId])
}

const listProfilesSql = sql<ProfileRow>(`
  select ${columns} from profiles p
   where p.user_id = $1 and p.state <> 'DEACTIVATED'
   order by p.id`)

/** The user's profiles without deactivated ones, ascending by id. */
export function listProfiles(db: Reader, userId: Id<'user'>): Promise<ProfileRow[]> {
  return db.rows(listProfilesSql, [userId])
}

const hasPersonalProfileSql = sql<{ found: boolean }>(`
  select exists (select 1 from profiles
                  where user_id = $1 and type = 'PERSONAL' and state <> 'DEACTIVATED') as found`)

export async function hasPersonalProfile(db: Reader, userId: Id<'user'>): Promise<boolean> {
  return (await db.row(hasPersonalProfileSql, [userId]))?.found ?? false
}

const duplicateConstraints = {
  profiles_one_personal: ProfileDuplicate,
  profiles_one_person: ProfileDuplicate,
}

const insertProfileStep = writeStep({
  name: 'inserted_profile',
  input: {
    publicId: 'uuid',
    userId: 'bigint',
    applicationId: 'bigint',
    type: 'text',
    details: 'jsonb',
    identityKey: 'text',
    createdAt: 'timestamptz',
  },
  tenant: null,
  sql: ({ input }) => `inserted_profile as (
    merge into profiles p using ${input} ${INSERT_EVERY_ROW}
          (public_id, user_id, application_id, type, details, identity_key, created_at, updated_at)
   values (input.public_id, input.user_id, input.application_id, input.type, input.details,
           input.identity_key, input.created_at, input.created_at)
    returning input.request_index, p.id)`,
  constraints: duplicateConstraints,
  returns: rowType<{ id: Id<'profile'> }>(),
})

type NewProfile = Details & {
  publicId: string
  userId: Id<'user'>
  applicationId: Id<'application'> | null
  /** `identityKeyOf`: equal for two profiles of one person, null for a business. */
  identityKey: string | null
}

/**
 * Refuses a personal profile with ProfileDuplicate when the user has an active personal profile, or when another user of
 * the same application has an active profile of the same person.
 */
export async function insertProfile(
  tx: Tx,
  profile: NewProfile,
  now: Temporal.Instant,
): Promise<Id<'profile'>> {
  const [row] = await tx.write(insertProfileStep({ ...profile, createdAt: now }))
  if (row === undefined) throw new Error('a profile was inserted without an id')
  return row.id
}

const setDetailsStep = writeStep({
  name: 'changed_profile',
  input: { id: 'bigint', details: 'jsonb', identityKey: 'text', updatedAt: 'timestamptz' },
  tenant: 'id',
  sql: ({ input }) => `changed_profile as (
    update profiles p
       set details = input.details, identity_key = input.identity_key, updated_at = input.updated_at
      from ${input}
     where p.id = input.id
    returning input.request_index, p.id)`,
  constraints: duplicateConstraints,
})

type NewDetails = {
  readonly details: Details['details']
  readonly identityKey: string | null
  readonly now: Temporal.Instant
}

/** Replaces the details of a locked profile; refuses with ProfileDuplicate as `insertProfile` does. */
export async function setDetails(
  tx: Tx,
  profileId: Id<'profile'>,
  { details, identityKey, now }: NewDetails,
): Promise<void> {
  await tx.write(setDetailsStep({ id: profileId, details, identityKey, updatedAt: now }))
}

const setUpdateWindowSql = sql<{ updateWindow: UpdateWindow }>(`
  update profiles set update_window = $3
   where id = $1 and update_window = any($2)
  returning update_window`)

/** Returns the new state; undefined when the state of the window is not in `from`. */
export async function setUpdateWindow(
  tx: Tx,
  profileId: Id<'profile'>,
  from: readonly UpdateWindow[],
  to: UpdateWindow,
): Promise<UpdateWindow | undefined> {
  return (await tx.row(setUpdateWindowSql, [profileId, from, to]))?.updateWindow
}

/** A profile whose verification changed, with the number of the event of the change. */
export type VerificationChange = { readonly id: Id<'profile'>; readonly eventCount: number }

// Rows are locked in the order of their ids, so that two concurrent verifications of a user cannot deadlock. A profile
// that a partner has verified keeps its state, and is from now on verified by the service.
const setVerifiedSql = sql<VerificationChange & { wasVerified: boolean }>(`
  with not_verified_by_service as (
    select id, verified from profiles
     where user_id = $1 and ($2::bigint is null or id = $2)
       and (not verified or verified_by = 'PARTNER')
     order by id for no key update)
  update profiles p
     set verified = true, verified_by = 'SERVICE', updated_at = $3,
         event_count = p.event_count + case when before.verified then 0 else 1 end
    from not_verified_by_service before where p.id = before.id
  returning p.id, p.event_count, before.verified as was_verified`)

/** Verifies the user's profiles, or one of them, by the service. Returns those that were not verified before. */
export async function setVerified(
  tx: Tx,
  { userId, profileId }: { userId: Id<'user'>; profileId?: Id<'profile'> | undefined },
  now: Temporal.Instant,
): Promise<VerificationChange[]> {
  const rows = await tx.rows(setVerifiedSql, [userId, profileId ?? null, now.toString()])
  return rows.filter(({ wasVerified }) => !wasVerified)
}

const setVerifiedByPartnerSql = sql<VerificationChange>(`
  update profiles set verified = true, verified_by = 'PARTNER', event_count = event_count + 1
   where id = $1 and not verified
  returning id, event_count`)

/** Verifies a profile because a trusted application created it. Returns undefined for a profile that is verified already. */
export function setVerifiedByPartner(
  tx: Tx,
  profileId: Id<'profile'>,
): Promise<VerificationChange | undefined> {
  return tx.row(setVerifiedByPartnerSql, [profileId])
}

const setUnverifiedSql = sql<VerificationChange>(`
  update profiles set verified = false, event_count = event_count + 1, updated_at = $2
   where id = $1 and verified and verified_by = 'PARTNER'
  returning id, event_count`)

/** Ends the verification by a partner. Undefined when the profile is not verified, or verified by the service. */
export function setUnverified(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<VerificationChange | undefined> {
  return tx.row(setUnverifiedSql, [profileId, now.toString()])
}

const insertAddressesStep = writeStep({
  name: 'inserted_addresses',
  input: { profileId: 'bigint', role: 'text', details: 'jsonb', createdAt: 'timestamptz' },
  tenant: 'profileId',
  sql: ({ input }) => `inserted_addresses as (
    insert into addresses (profile_id, role, details, created_at, updated_at)
    select profile_id, role, details, created_at, created_at from ${input}
    returning id)`,
})

export type NewAddress = AddressDetails & { role: AddressRole }

export function insertAddresses(
  profileId: Id<'profile'>,
  addresses: readonly NewAddress[],
  now: Temporal.Instant,
): WriteStep {
  return insertAddressesStep(
    addresses.map(({ role, ...details }) => ({ profileId, role, details, createdAt: now })),
  )
}

const releasePrimarySql = sql<never>(`
  update addresses set role = null where profile_id = $1 and role = 'PRIMARY' and id <> $2`)
const promoteAddressSql = sql<never>(`
  update addresses set role = 'PRIMARY', updated_at = $3 where profile_id = $1 and id = $2`)

/**
 * Makes an address of a locked profile the primary one, and leaves the former primary address without a role. Sends two
 * statements, because a single one could set the new role first, which the index `addresses_one_primary` refuses.
 */
export async function setPrimaryAddress(
  tx: Tx,
  profileId: Id<'profile'>,
  addressId: Id<'address'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(releasePrimarySql, [profileId, addressId])
  await tx.rows(promoteAddressSql, [profileId, addressId, now.toString()])
}

const requireUnverifiedStep = writeStep({
  name: 'profile_unverified',
  input: { profileId: 'bigint' },
  tenant: 'profileId',
  sql: ({ input }) => `profile_unverified as (
    select input.request_index, p.id from ${input}
      join profiles p on p.id = input.profile_id and not p.verified
       for share of p)`,
  onGuardFailed: 'retry',
})

/** The write step whose guard fails once the profile is verified. The use case is then retried. */
export function requireUnverified(profileId: Id<'profile'>): WriteStep {
  return requireUnverifiedStep({ profileId })
}
