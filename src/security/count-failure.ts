// Counts wrong answers: per factor, and per day over all factors of a user (D113).

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Report } from '../kernel/security-event.ts'
import { beginningOf, endOf } from '../kernel/timer.ts'
import { countWrongAnswer, lockOutUser, readAttempts, setAttempts } from './attempt-store.ts'
import { lockedOutRefusal } from './errors.ts'
import { WRONG_ANSWERS_DAILY_MAX } from './limits.ts'
import { attemptsAfterFailure, type Factor, isLocked } from './model.ts'
import { answerWrong, factorLocked, userLocked } from './security-events.ts'
import { type Holder, lockHolder } from './store.ts'
import { userLock, wrongAnswerCounts } from './timers.ts'

export type Failure = {
  readonly userId: Id<'user'>
  readonly factor: Factor
  readonly now: Temporal.Instant
}

/**
 * Counts a wrong answer. The fifth of a factor locks the factor, the tenth of a day locks the user. Returns a refusal
 * when a lock began before this answer was counted. The client then learns only of the lock: a reply that
 * the answer is wrong would let an attacker rule out one more value.
 */
export async function countFailure(
  tx: Tx,
  failure: Failure,
  report: Report,
): Promise<Refusal | undefined> {
  const { userId, factor, now } = failure
  const holder = await lockHolder(tx, userId)
  const before = await readAttempts(tx, userId, factor)
  const after = attemptsAfterFailure(before, now)
  await setAttempts(tx, userId, factor, after)
  report(answerWrong, { userId, factor })
  if (isLocked(after, now) && !isLocked(before, now)) report(factorLocked, { userId, factor })
  const countOfDay = await countWrongAnswer(tx, userId, now, beginningOf(wrongAnswerCounts, now))
  if (countOfDay >= WRONG_ANSWERS_DAILY_MAX)
    await lockOutUserIfUnlocked(tx, failure, holder, report)
  const earlierLock = [holder, before].find((lockable) => isLocked(lockable, now))
  return earlierLock && lockedOutRefusal(earlierLock, now)
}

async function lockOutUserIfUnlocked(
  tx: Tx,
  { userId, now }: Failure,
  holder: Holder,
  report: Report,
): Promise<void> {
  if (isLocked(holder, now)) return
  await lockOutUser(tx, userId, endOf(userLock, now))
  report(userLocked, { userId })
}
