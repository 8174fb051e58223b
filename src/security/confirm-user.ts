// Ends a removal without proof by means other than factors: the operator, or the simulation of the sandbox, confirms
// the person (D112). Factors that were enrolled after the removal count as proof from then on.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Report } from '../kernel/security-event.ts'
import { type Factor, trustedFactors } from './model.ts'
import { verifiedAgain } from './security-events.ts'
import { clearRemoval, lockHolder, raiseEpoch, readFactorState } from './store.ts'

/** Returns the factors that the confirmation makes trusted, so that the operator sees them. */
export async function confirmUser(
  tx: Tx,
  userId: Id<'user'>,
  report: Report,
): Promise<readonly Factor[]> {
  await lockHolder(tx, userId)
  const state = await readFactorState(tx, userId)
  if (!(await clearRemoval(tx, userId))) return []
  // Open tokens were issued under the stricter rules of a removal, so they are invalidated.
  await raiseEpoch(tx, userId)
  report(verifiedAgain, { userId, by: 'confirmation' })
  const trusted = trustedFactors(state)
  return state.factors.filter((enrolled) => !trusted.includes(enrolled)).map(({ factor }) => factor)
}
