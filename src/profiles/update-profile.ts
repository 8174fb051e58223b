import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { canonical } from '../kernel/idempotency.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { NoDetails, ProfileNotFound, TypeIsFixed } from './errors.ts'
import { faultsOf } from './field-names.ts'
import { getProfile } from './get-profile.ts'
import { checkChangeable, primaryAddress } from './model.ts'
import { unlessJapanese, withoutSector } from './rules/business.ts'
import { type GivenDetails, readDetails, readType, strangeAddress } from './rules/parse-details.ts'
import type { About } from './rules/parse-fields.ts'
import { identityKeyOf } from './rules/personal.ts'
import type { ProfileChange } from './schemas.ts'
import { v1Spelling } from './spellings.ts'
import * as store from './store.ts'

/**
 * Fields beside the body of a creation (Spec B 4.1): whoever sends that body again does not mean to
 * take them away, so they stay unless they are given.
 */
const KEPT = [
  'avatar',
  'occupation',
  'occupations',
  'descriptionOfBusiness',
  'nameInKatakana',
  'actorEmail',
] as const

/**
 * Replaces a profile's details. Refuses with ProfileNotFound, TypeIsFixed, the rules of the
 * details, UpdateWindowClosed where a verified profile would change, or Duplicate.
 */
export async function updateProfile(
  tx: Tx,
  { id, type, details }: ProfileChange,
  { userId }: UserCaller,
  now: Temporal.Instant,
): Promise<store.ProfileRow> {
  const profileType = readType(type)
  if (details === undefined) refuse(NoDetails)
  if (!(await store.lockProfile(tx, id, userId))) refuse(ProfileNotFound, { arguments: [id] })
  const profile = await getProfile(tx, id)
  if (profile.type !== profileType) refuse(TypeIsFixed, { arguments: [type ?? ''] })

  const primary = primaryAddress(profile)
  const wanted = details.primaryAddress ?? primary?.id
  const next = profile.addresses.find((address) => address.id === wanted)
  const given = givenFields(withoutSector(details))
  const about = { today: dayOf(now), country: next?.country, occupations: next?.occupations }
  const read = readDetails(profileType, { ...keptOf(profile, about), ...given }, about)
  const strange = wanted !== undefined && next === undefined ? [strangeAddress(wanted)] : []
  refuseAll(faultsOf([...read.violations, ...strange], v1Spelling))

  const moves = next !== undefined && next.id !== primary?.id
  if (!moves && canonical(read.details.details) === canonical(profile.details)) return profile
  checkChangeable(profile)
  if (moves) await store.setPrimaryAddress(tx, id, next.id, now)
  await store.setDetails(tx, id, read.details.details, identityKeyOf(read.details), now)
  return getProfile(tx, id)
}

/** What has no place at the new address stays behind: this body could not take it away. */
function keptOf(profile: store.ProfileRow, about: About): GivenDetails {
  const details: GivenDetails = profile.details
  const kept = KEPT.filter(
    (field) => field !== 'nameInKatakana' || unlessJapanese(about) === undefined,
  )
  return Object.fromEntries(kept.map((field) => [field, details[field]]))
}

/** Without the fields that are absent, so that they do not hide those that are kept. */
function givenFields(given: GivenDetails): GivenDetails {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
