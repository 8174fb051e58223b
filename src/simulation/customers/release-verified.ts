// Releases the transfers, payments to account details and orders that waited for the verification of a profile (D42). The
// simulation and the operator call it in the transaction that verifies the profile. The module `profiles` cannot call the
// higher modules, so each of them also has a sweep: for profiles that were verified without this function, and for payments
// beyond the maximum of one transaction.

import { type OrderContext, releaseAccountDetails } from '../../account-details/index.ts'
import { fulfilRequirements, type MoveContext } from '../../card-orders/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { resolveIssue } from '../../transfers/index.ts'

/** The context that the use cases called by `releaseVerified` need. */
export type VerificationContext = OrderContext & MoveContext

export async function releaseVerified(
  tx: Tx,
  profileId: Id<'profile'>,
  context: VerificationContext,
): Promise<void> {
  await resolveIssue(tx, profileId, 'profile_not_verified', context.now)
  await releaseAccountDetails(tx, profileId, context)
  await fulfilRequirements(tx, profileId, context)
}
