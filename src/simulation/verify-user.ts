import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db.ts'
import { verifyProfiles } from '../profiles/index.ts'
import { clearCase } from '../transfers/index.ts'

/** One of the few use cases over several profiles: it takes them one after the other, by id. */
export async function verifyUser(
  tx: Tx,
  { userId, profiles }: UserCaller,
  now: Temporal.Instant,
): Promise<string> {
  await verifyProfiles(tx, userId, now)
  for (const { id } of profiles) await clearCase(tx, id, 'profile_not_verified', now)
  return ''
}
