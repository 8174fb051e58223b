import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { verifyProfiles } from '../profiles/index.ts'
import { resolveIssue } from '../transfers/index.ts'
import { findOwner } from '../users/index.ts'

/** One of the few use cases over several profiles: it takes them one after the other, by id. */
export async function verifyUser(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<string> {
  for (const id of await verifyProfiles(tx, userId, now))
    await resolveIssue(tx, id, 'profile_not_verified', now)
  return ''
}

/** The same for whoever may act for the user, such as the application that signed the user up. */
export async function verifyOwner(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<string> {
  const owner = await findOwner(tx, profileId)
  if (owner === undefined) throw new Error(`profile ${profileId} is nobody's`)
  return verifyUser(tx, owner.userId, now)
}
