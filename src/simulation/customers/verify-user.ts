// Verifies profiles of a user, and releases the transfers, payments and orders that waited for the verification. One statement
// locks the profiles in the order of their ids (`setVerified`), so two concurrent verifications of a user cannot deadlock.

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { verifyProfile, verifyProfiles } from '../../profiles/index.ts'
import { findOwner } from '../../users/index.ts'
import { releaseVerified, type VerificationContext } from './release-verified.ts'

/** Verifies all profiles of the user. */
export async function verifyUser(
  tx: Tx,
  userId: Id<'user'>,
  context: VerificationContext,
): Promise<void> {
  for (const id of await verifyProfiles(tx, userId, context.now))
    await releaseVerified(tx, id, context)
}

/** Verifies one profile, for the operator. Returns whether the profile exists. */
export async function verifyOneProfile(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<boolean> {
  const changed = await verifyProfile(tx, profileId, context.now)
  for (const id of changed ?? []) await releaseVerified(tx, id, context)
  return changed !== undefined
}

/** Verifies all profiles of the user who owns this profile. */
export async function verifyOwner(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<void> {
  const owner = await findOwner(tx, profileId)
  if (owner === undefined) throw new Error(`profile ${profileId} has no user`)
  await verifyUser(tx, owner.userId, context)
}
