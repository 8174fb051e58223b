// Releases what waited for the verification of a profile (D42). The simulation and the operator call it in the
// transaction that verifies the profile. Modules below cannot call each other upwards, so each has a sweep that catches
// what was verified without it.

import { type OrderContext, releaseAccountDetails } from '../account-details/index.ts'
import { fulfilOrders, type MoveContext } from '../card-orders/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { resolveIssue } from '../transfers/index.ts'

/** What the released use cases need. */
export type VerificationContext = OrderContext & MoveContext

export async function releaseVerified(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<void> {
  await resolveIssue(tx, profileId, 'profile_not_verified', context.now)
  await releaseAccountDetails(tx, profileId, context)
  await fulfilOrders(tx, profileId, context)
}
