// Verifies all profiles of a user, and releases the transfers that waited for it. One of the few use cases
// over several profiles: it locks them one after the other, by id, so that two of them cannot deadlock.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { verifyProfiles } from '../profiles/index.ts'
import { resolveIssue } from '../transfers/index.ts'
import { findOwner } from '../users/index.ts'

export async function verifyUser(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<string> {
  for (const id of await verifyProfiles(tx, userId, now))
    await resolveIssue(tx, id, 'profile_not_verified', now)
  return ''
}

/** For callers that name a profile, such as the application that signed the user up. */
export async function verifyOwner(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<string> {
  const owner = await findOwner(tx, profileId)
  if (owner === undefined) throw new Error(`profile ${profileId} has no user`)
  return verifyUser(tx, owner.userId, now)
}
