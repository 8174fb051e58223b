// Loads a dispute of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { DisputeNotFound } from './errors.ts'
import { type DisputeRow, findDispute } from './store.ts'

/** A dispute of the profile. Refuses with DisputeNotFound. */
export async function getDispute(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<DisputeRow> {
  return (await findDispute(db, profileId, id)) ?? refuse(DisputeNotFound, { arguments: [id] })
}
