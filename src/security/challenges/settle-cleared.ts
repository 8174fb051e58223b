// What follows when all challenges of a one-time token are cleared.

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Report } from '../../kernel/security-event.ts'
import { resetAttempts } from '../attempt-store.ts'
import { type Factor, provesAgain } from '../model.ts'
import { verifiedAgain } from '../security-events.ts'
import { clearRemoval, readFactorState } from '../store.ts'

type Cleared = {
  readonly userId: Id<'user'>
  /** The factors that were answered rightly for this token. */
  readonly passed: readonly Factor[]
  /** Whether live's rules hold. */
  readonly strict: boolean
  readonly now: Temporal.Instant
}

/**
 * Forgets the wrong answers of the factors that cleared the token, and of no others (D113); ends the mark
 * of a removal when they were there before it (D112). The caller holds the user's lock.
 */
export async function settleCleared(
  tx: Tx,
  { userId, passed, strict, now }: Cleared,
  report: Report,
): Promise<void> {
  await resetAttempts(tx, userId, passed, now)
  // Only under live's rules is it certain that codes went to a number from before the removal.
  if (!strict) return
  const state = await readFactorState(tx, userId)
  if (state.removalEpoch !== null && provesAgain(passed, state))
    await endRemoval(tx, userId, report)
}

/** The same for a signature, which clears all challenges of a token by itself (D30). */
export async function settleSigned(
  tx: Tx,
  { caller: { userId }, strict, now, report }: Signed,
): Promise<void> {
  await resetAttempts(tx, userId, ['SIGNATURE'], now)
  if (strict) await endRemoval(tx, userId, report)
}

type Signed = Pick<Cleared, 'strict' | 'now'> & {
  readonly caller: { readonly userId: Id<'user'> }
  readonly report: Report
}

async function endRemoval(tx: Tx, userId: Id<'user'>, report: Report): Promise<void> {
  if (await clearRemoval(tx, userId)) report(verifiedAgain, { userId, by: 'factors' })
}
