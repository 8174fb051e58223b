// Replaces the details of a profile, with the fields and names of version 1 of the API.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { canonical } from '../kernel/idempotency.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { DetailsMissing, ProfileNotFound, TypeIsFixed } from './errors.ts'
import { faultsOf, v1Names } from './field-names.ts'
import { checkChangeable, primaryAddress } from './model.ts'
import { unlessJapanese, withoutSector } from './rules/business.ts'
import type { Address, Details } from './rules/details.ts'
import {
  type DetailsInput,
  foreignAddressViolation,
  parseDetails,
  parseType,
} from './rules/parse-details.ts'
import type { RuleContext } from './rules/parse-fields.ts'
import { identityKeyOf } from './rules/personal.ts'
import type { ProfileChange } from './schemas.ts'
import * as store from './store.ts'

/**
 * Fields that B 4.1 does not list for the body of `POST /v1/profiles`. A client that sends only the listed fields does not
 * mean to delete these fields, so they stay when they are absent.
 */
const PRESERVED = [
  'avatar',
  'occupation',
  'occupations',
  'descriptionOfBusiness',
  'nameInKatakana',
  'actorEmail',
] as const

/**
 * Replaces a profile's details. Refuses with ProfileTypeInvalid, DetailsMissing, ProfileNotFound, TypeIsFixed, an error of
 * a field, UpdateWindowClosed when a verified profile would change while its update window is closed, or
 * ProfileDuplicate.
 */
export async function updateProfile(
  tx: Tx,
  { id, type, details }: ProfileChange,
  { userId }: UserCaller,
  now: Temporal.Instant,
): Promise<store.ProfileRow> {
  const profileType = parseType(type)
  if (details === undefined) refuse(DetailsMissing)
  if (!(await store.lockProfileOfUser(tx, id, userId))) refuse(ProfileNotFound, { arguments: [id] })
  const profile = await store.getProfile(tx, id)
  if (profile.type !== profileType) refuse(TypeIsFixed, { arguments: [type ?? ''] })
  const changed = parseChange(profile, details, now)
  const isNewPrimary =
    changed.primary !== undefined && changed.primary.id !== primaryAddress(profile)?.id
  if (!isNewPrimary && canonical(changed.details.details) === canonical(profile.details))
    return profile
  checkChangeable(profile)
  if (isNewPrimary) await store.setPrimaryAddress(tx, id, changed.primary.id, now)
  const identityKey = identityKeyOf(changed.details)
  await store.setDetails(tx, id, { details: changed.details.details, identityKey, now })
  return store.getProfile(tx, id)
}

/** Returns the new details, and the primary address that goes with them. Refuses with the errors of all fields together. */
function parseChange(
  profile: store.ProfileRow,
  details: NonNullable<ProfileChange['details']>,
  now: Temporal.Instant,
): { readonly details: Details; readonly primary: Address | undefined } {
  const primaryId = details.primaryAddress ?? primaryAddress(profile)?.id
  const primary = profile.addresses.find((address) => address.id === primaryId)
  const { country, occupations } = primary ?? {}
  const context = { today: dayOf(now), country, occupations }
  const input = { ...preservedFields(profile, context), ...presentFields(withoutSector(details)) }
  const parsed = parseDetails(profile.type, input, context)
  const isForeign = primaryId !== undefined && primary === undefined
  const foreign = isForeign ? [foreignAddressViolation(primaryId)] : []
  refuseAll(faultsOf([...parsed.violations, ...foreign], v1Names))
  return { details: parsed.details, primary }
}

/**
 * Returns the stored values of `PRESERVED`. Leaves out the katakana name if the country of the new address does not allow
 * one: a body of version 1 has no field with which a client could delete the name.
 */
function preservedFields(profile: store.ProfileRow, context: RuleContext): DetailsInput {
  const details: DetailsInput = profile.details
  const preserved = PRESERVED.filter(
    (field) => field !== 'nameInKatakana' || unlessJapanese(context) === undefined,
  )
  return Object.fromEntries(preserved.map((field) => [field, details[field]]))
}

/** Removes absent fields, so that they do not overwrite the preserved ones. */
function presentFields(input: DetailsInput): DetailsInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
