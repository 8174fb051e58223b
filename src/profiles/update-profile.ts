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
  foreignAddress,
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
 * Replaces a profile's details. Refuses with ProfileNotFound, TypeIsFixed, the rules of the
 * details, UpdateWindowClosed when a verified profile would change, or ProfileDuplicate.
 */
export async function updateProfile(
  tx: Tx,
  { id, type, details }: ProfileChange,
  { userId }: UserCaller,
  now: Temporal.Instant,
): Promise<store.ProfileRow> {
  const profileType = parseType(type)
  if (details === undefined) refuse(DetailsMissing)
  if (!(await store.lockProfile(tx, id, userId))) refuse(ProfileNotFound, { arguments: [id] })
  const profile = await store.getProfile(tx, id)
  if (profile.type !== profileType) refuse(TypeIsFixed, { arguments: [type ?? ''] })

  const primary = primaryAddress(profile)
  const nextId = details.primaryAddress ?? primary?.id
  const next = profile.addresses.find((address) => address.id === nextId)
  const input = presentFields(withoutSector(details))
  const context = { today: dayOf(now), country: next?.country, occupations: next?.occupations }
  const allFields = { ...preservedFields(profile, context), ...input }
  const parsed = parseDetails(profileType, allFields, context)
  const foreign = nextId !== undefined && next === undefined ? [foreignAddress(nextId)] : []
  refuseAll(faultsOf([...parsed.violations, ...foreign], v1Names))

  const addressChanges = next !== undefined && next.id !== primary?.id
  if (!addressChanges && canonical(parsed.details.details) === canonical(profile.details))
    return profile
  checkChangeable(profile)
  if (addressChanges) await store.setPrimaryAddress(tx, id, next.id, now)
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
