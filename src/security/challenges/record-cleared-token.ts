// Records for a user that all challenges of a one-time token are cleared.

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Report } from '../../kernel/security-event.ts'
import { resetAttempts } from '../attempt-store.ts'
import { canEndRemoval, type Factor } from '../model.ts'
import { verifiedAgain } from '../security-events.ts'
import { clearRemoval, readFactorState } from '../store.ts'

type ClearedToken = {
  readonly userId: Id<'user'>
  /** The factors that were answered correctly for this token. */
  readonly passed: readonly Factor[]
  /** Whether the rules of live mode apply (`isStrict`). */
  readonly isStrict: boolean
  readonly now: Temporal.Instant
}

/**
 * Resets the number of wrong answers for the factors that cleared the token, and for no others (D113). After a
 * removal without proof the user is verified again once a token is cleared with the factors from before the removal
 * (D112). The caller must hold the lock of the user's row in security_holders.
 */
export async function recordClearedToken(
  tx: Tx,
  { userId, passed, isStrict, now }: ClearedToken,
  report: Report,
): Promise<void> {
  await resetAttempts(tx, userId, passed, now)
  // Without the rules of live mode, codes may have gone to a number that was verified after the removal.
  if (!isStrict) return
  const state = await readFactorState(tx, userId)
  if (state.removalEpoch !== null && canEndRemoval(passed, state))
    await endRemoval(tx, userId, report)
}

type SignedToken = Pick<ClearedToken, 'isStrict' | 'now'> & {
  readonly caller: { readonly userId: Id<'user'> }
  readonly report: Report
}

/** Does what `recordClearedToken` does for a signature, which alone clears all challenges of a token (D30). */
export async function recordSignedToken(
  tx: Tx,
  { caller: { userId }, isStrict, now, report }: SignedToken,
): Promise<void> {
  await resetAttempts(tx, userId, ['SIGNATURE'], now)
  if (isStrict) await endRemoval(tx, userId, report)
}

async function endRemoval(tx: Tx, userId: Id<'user'>, report: Report): Promise<void> {
  if (await clearRemoval(tx, userId)) report(verifiedAgain, { userId, by: 'factors' })
}
