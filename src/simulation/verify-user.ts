import type { Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { verifyProfiles } from '../profiles/index.ts'
import { clearCase } from '../transfers/index.ts'

/** One of the few use cases over several profiles: it takes them one after the other, by id. */
export async function verifyUser(
  tx: Tx,
  userId: Id<'user'>,
  profileIds: readonly Id<'profile'>[],
  now: Temporal.Instant,
): Promise<string> {
  await verifyProfiles(tx, userId, now)
  for (const id of profileIds) await clearCase(tx, id, 'profile_not_verified', now)
  return ''
}
