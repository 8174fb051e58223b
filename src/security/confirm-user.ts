// The person behind a user was confirmed by other means than factors: by the operator, or by the sandbox's
// simulation (D112). What was enrolled after a factor had been deleted without proof is trusted from now on.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Report } from '../kernel/security-event.ts'
import { type Factor, trustedFactors } from './model.ts'
import { verifiedAgain } from './security-events.ts'
import { clearRemoval, lockHolder, raiseEpoch, readFactorState } from './store.ts'

/** Returns the factors that were not trusted before: whoever confirms should know of them. */
export async function confirmUser(
  tx: Tx,
  userId: Id<'user'>,
  report: Report,
): Promise<readonly Factor[]> {
  await lockHolder(tx, userId)
  const state = await readFactorState(tx, userId)
  if (!(await clearRemoval(tx, userId))) return []
  // Tokens that were issued under the rule of the removal ask for something else.
  await raiseEpoch(tx, userId)
  report(verifiedAgain, { userId, by: 'confirmation' })
  const trusted = trustedFactors(state)
  return state.factors.filter((each) => !trusted.includes(each)).map(({ factor }) => factor)
}
