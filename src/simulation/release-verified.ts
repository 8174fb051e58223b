// Releases what waited for the verification of a profile (D42). The simulation and the operator call it in the transaction
// that verifies the profile. Modules below cannot call each other upwards, so each has a sweep that catches what was
// verified without it.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { resolveIssue } from '../transfers/index.ts'

export async function releaseVerified(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<void> {
  await resolveIssue(tx, profileId, 'profile_not_verified', now)
}
