// The user details in replies, from the user's personal profile (B 2.4).

import type { UserDetails } from '../users/index.ts'
import { primaryAddress } from './model.ts'
import type { ProfileRow } from './store.ts'

export function showUserDetails(profile: ProfileRow | undefined): UserDetails | null {
  if (profile?.type !== 'PERSONAL') return null
  const { firstName, lastName, phoneNumber, dateOfBirth, occupation, avatar } = profile.details
  const primary = primaryAddress(profile)
  return {
    firstName,
    lastName,
    phoneNumber,
    dateOfBirth,
    occupation:
      occupation ??
      profile.details.occupations?.[0]?.code ??
      primary?.occupations?.[0]?.code ??
      null,
    avatar: avatar ?? null,
    primaryAddress: primary?.id ?? null,
    address: primary
      ? {
          countryCode: primary.country,
          firstLine: primary.firstLine,
          postCode: primary.postCode ?? null,
          city: primary.city,
          state: primary.state ?? null,
        }
      : null,
  }
}
