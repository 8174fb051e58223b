// What follows from what is kept of a profile, and from whose it is.

import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { ProfileMissing, UpdateWindowClosed } from './errors.ts'
import type { Address, Details } from './rules/details.ts'
import type { ProfileRow } from './store.ts'

export function primaryAddress({ addresses }: Pick<ProfileRow, 'addresses'>): Address | undefined {
  return addresses.find(({ role }) => role === 'PRIMARY')
}

export function fullName(profile: Details): string {
  if (profile.type === 'BUSINESS') return profile.details.name
  return `${profile.details.firstName} ${profile.details.lastName}`
}

/** D35: what was verified changes only while the update window is open. */
export function checkChangeable({
  verified,
  updateWindow,
}: Pick<ProfileRow, 'verified' | 'updateWindow'>): void {
  if (verified && updateWindow === 'CLOSED') refuse(UpdateWindowClosed)
}

/** Refuses a profile, named in the request's field `path`, that is not one of the caller's. */
export function checkOwnProfile(
  caller: UserCaller,
  profileId: Id<'profile'>,
  path = 'profile',
): void {
  if (!profileIds(caller).includes(profileId))
    refuse(ProfileMissing, { path, arguments: [profileId] })
}
