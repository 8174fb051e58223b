// Verifies all profiles of a user, and releases what waited for it. One of the few use cases over several
// profiles: it locks them one after the other, by id, so that two of them cannot deadlock.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { verifyProfile, verifyProfiles } from '../profiles/index.ts'
import { findOwner } from '../users/index.ts'
import { releaseVerified, type VerificationContext } from './release-verified.ts'

export async function verifyUser(
  tx: Tx,
  userId: Id<'user'>,
  context: VerificationContext,
): Promise<string> {
  for (const id of await verifyProfiles(tx, userId, context.now))
    await releaseVerified(tx, id, context)
  return ''
}

/** For the operator, who verifies one profile. Returns whether there is such a profile. */
export async function verifyOneProfile(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<boolean> {
  const changed = await verifyProfile(tx, profileId, context.now)
  for (const id of changed ?? []) await releaseVerified(tx, id, context)
  return changed !== undefined
}

/** For callers that name a profile, such as the application that signed the user up. */
export async function verifyOwner(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<string> {
  const owner = await findOwner(tx, profileId)
  if (owner === undefined) throw new Error(`profile ${profileId} has no user`)
  return verifyUser(tx, owner.userId, context)
}
