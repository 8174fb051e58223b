// Lists the addresses of a profile (Facts 8.3).

import { profileIds, type UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { personalProfile } from '../../users/index.ts'
import { AddressProfileNotFound } from '../errors.ts'
import { type AddressRow, listAddresses } from './store.ts'

/**
 * The addresses of one of the caller's profiles; without an id, the addresses of the personal profile, and an empty list for a
 * caller without a personal profile. Refuses the id of a profile that the caller does not have with AddressProfileNotFound.
 */
export async function listOwnAddresses(
  db: Reader,
  caller: UserCaller,
  requestedId: Id<'profile'> | undefined,
): Promise<AddressRow[]> {
  const profileId = requestedId ?? personalProfile(caller)?.id
  if (profileId === undefined) return []
  if (!profileIds(caller).includes(profileId))
    refuse(AddressProfileNotFound, { arguments: [profileId] })
  return listAddresses(db, profileId)
}
