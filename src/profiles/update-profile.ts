// Replacement of a profile's details by version 1 of the interface.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { canonical } from '../kernel/idempotency.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { DetailsMissing, ProfileNotFound, TypeIsFixed } from './errors.ts'
import { faultsOf, v1Names } from './field-names.ts'
import { checkChangeable, primaryAddress } from './model.ts'
import { unlessJapanese, withoutSector } from './rules/business.ts'
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
 * Fields that are not part of a creation (B 4.1). A client that sends the body of its creation again does not mean
 * to delete them, so they stay when they are absent.
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
 * a field, UpdateWindowClosed when a verified profile would change, or ProfileDuplicate.
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

  const primary = primaryAddress(profile)
  const newPrimaryId = details.primaryAddress ?? primary?.id
  const newPrimary = profile.addresses.find((address) => address.id === newPrimaryId)
  const input = presentFields(withoutSector(details))
  const { country, occupations } = newPrimary ?? {}
  const context = { today: dayOf(now), country, occupations }
  const allFields = { ...preservedFields(profile, context), ...input }
  const parsed = parseDetails(profileType, allFields, context)
  const isForeign = newPrimaryId !== undefined && newPrimary === undefined
  const foreign = isForeign ? [foreignAddressViolation(newPrimaryId)] : []
  refuseAll(faultsOf([...parsed.violations, ...foreign], v1Names))

  const isNewAddress = newPrimary !== undefined && newPrimary.id !== primary?.id
  if (!isNewAddress && canonical(parsed.details.details) === canonical(profile.details))
    return profile
  checkChangeable(profile)
  if (isNewAddress) await store.setPrimaryAddress(tx, id, newPrimary.id, now)
  const identityKey = identityKeyOf(parsed.details)
  await store.setDetails(tx, id, { details: parsed.details.details, identityKey, now })
  return store.getProfile(tx, id)
}

/** Drops a katakana name that the country of the new address does not allow: a v1 body cannot delete it. */
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
