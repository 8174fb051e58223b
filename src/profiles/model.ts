// Rules of stored profiles: their names and primary addresses, who owns them, when they may change, and what they need before
// a transfer.

import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Id } from '../kernel/ids.ts'
import { type ErrorKind, refuse } from '../kernel/refusal.ts'
import {
  DescriptionMissing,
  KanaNamesMissing,
  ProfileMissing,
  UpdateWindowClosed,
  WebpageMissing,
} from './errors.ts'
import type { Address, Details } from './rules/details.ts'
import type { ProfileRow } from './store.ts'

export function primaryAddress({ addresses }: Pick<ProfileRow, 'addresses'>): Address | undefined {
  return addresses.find(({ role }) => role === 'PRIMARY')
}

export function fullName(profile: Details): string {
  if (profile.type === 'BUSINESS') return profile.details.name
  return `${profile.details.firstName} ${profile.details.lastName}`
}

/**
 * Refuses a change of a verified profile, or of its addresses, extensions, identity documents, directors or owners, while
 * its update window is closed (D35, D43a, D44, D45, D100).
 */
export function checkChangeable({
  verified,
  updateWindow,
}: Pick<ProfileRow, 'verified' | 'updateWindow'>): void {
  if (verified && updateWindow === 'CLOSED') refuse(UpdateWindowClosed)
}

/** Refuses with ProfileMissing a profile that the caller does not own; `path` is the field that contains the id. */
export function checkOwnProfile(
  caller: UserCaller,
  profileId: Id<'profile'>,
  path = 'profile',
): void {
  if (!profileIds(caller).includes(profileId))
    refuse(ProfileMissing, { path, arguments: [profileId] })
}

/** The refusals of `checkMayTransfer`. */
export const transferErrors: readonly ErrorKind[] = [
  DescriptionMissing,
  WebpageMissing,
  KanaNamesMissing,
]

/**
 * Returns why the profile may not create a transfer from `sourceCurrency`, or undefined when it may. Verification is
 * not required: a transfer of an unverified profile is created and waits (D22a).
 */
export function transferProblem(profile: Details, sourceCurrency: string): ErrorKind | undefined {
  if (profile.type === 'PERSONAL') {
    const { firstNameInKana, lastNameInKana } = profile.details
    // B 2.1: a personal transfer from JPY requires both names in katakana.
    const mayTransfer = sourceCurrency !== 'JPY' || (firstNameInKana && lastNameInKana)
    return mayTransfer ? undefined : KanaNamesMissing
  }
  const { companyType, descriptionOfBusiness, webpage } = profile.details
  if (companyType !== 'OTHER') return undefined
  // B 4.1: a business of type OTHER needs a description before its first transfer.
  if (!descriptionOfBusiness) return DescriptionMissing
  return webpage ? undefined : WebpageMissing
}

/** Refuses with the problem that `transferProblem` returns. */
export function checkMayTransfer(profile: Details, sourceCurrency: string): void {
  const problem = transferProblem(profile, sourceCurrency)
  if (problem !== undefined) refuse(problem)
}
