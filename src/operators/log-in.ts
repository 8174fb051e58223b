// Logs an operator in (D129). Every failure has the same result and computes a password hash, so that a client learns
// neither which operators exist, nor which of password and code was wrong, nor whether the operator is locked.

import type { Tx } from '../kernel/database/db.ts'
import type { Report } from '../kernel/security-event.ts'
import { beginningOf } from '../kernel/timer.ts'
import { hashSecret } from '../users/index.ts'
import { afterFailure, isLocked, noFailures } from './model.ts'
import { isCorrectPassword, openTotpSecret, totpStepOf } from './secrets.ts'
import {
  type LogInRefusalReason,
  loggedIn,
  logInRefused,
  operatorLocked,
} from './security-events.ts'
import { deleteExpiredSessions, insertSession, type SessionRow } from './session-store.ts'
import * as store from './store.ts'
import { sessionIdle, sessionLength } from './timers.ts'

type Input = {
  readonly email: string
  readonly password: string
  /** Six digits of the second factor; spaces between them are ignored. */
  readonly code: string
  /** A random secret, which becomes the cookie of the session. */
  readonly token: string
  readonly now: Temporal.Instant
  readonly report: Report
}

/**
 * Opens a session; undefined when the log-in failed. A failure is counted in the same transaction, which must be
 * committed either way.
 */
export async function logIn(tx: Tx, input: Input): Promise<SessionRow | undefined> {
  const { token, now, report } = input
  const operator = await store.lockOperator(tx, input.email)
  const verified = await verifyLogIn(tx, operator, input)
  if (operator === undefined || 'reason' in verified) {
    await countFailure(tx, operator, 'reason' in verified ? verified.reason : 'unknown', input)
    return undefined
  }
  const { id: operatorId, email, name } = operator
  await store.updateTotpStep(tx, operatorId, verified.step)
  await store.updateFailures(tx, operatorId, noFailures)
  const [usedUntil, openedUntil] = [beginningOf(sessionIdle, now), beginningOf(sessionLength, now)]
  await deleteExpiredSessions(tx, operatorId, usedUntil, openedUntil)
  const id = await insertSession(tx, operatorId, hashSecret(token), now)
  report(loggedIn, { operatorId, sessionId: id })
  return { id, operatorId, email, name, createdAt: now }
}

type LogInResult = { readonly step: number } | { readonly reason: LogInRefusalReason }

async function verifyLogIn(
  tx: Tx,
  operator: store.OperatorRow | undefined,
  { password, code, now }: Input,
): Promise<LogInResult> {
  // The password is checked first, so that every failure takes the time of its hash.
  const isCorrect = await isCorrectPassword(tx, password, operator?.passwordHash)
  if (operator === undefined) return { reason: 'unknown' }
  const secret = await openTotpSecret(tx, operator.totpSecret, operator.email)
  const step = totpStepOf(secret, code.replaceAll(' ', ''), now)
  if (!operator.active) return { reason: 'inactive' }
  if (isLocked(operator, now)) return { reason: 'locked' }
  if (!isCorrect) return { reason: 'password' }
  if (step === undefined) return { reason: 'code' }
  return step > operator.lastTotpStep ? { step } : { reason: 'used-code' }
}

/**
 * A failure during a lock-out is not counted, so that guesses cannot make a lock-out longer. Failures of an inactive operator
 * are not counted either.
 */
async function countFailure(
  tx: Tx,
  operator: store.OperatorRow | undefined,
  reason: LogInRefusalReason,
  { now, report }: Input,
): Promise<void> {
  report(logInRefused, { operatorId: operator?.id ?? null, reason })
  if (operator === undefined || reason === 'inactive' || reason === 'locked') return
  const after = afterFailure(operator, now)
  await store.updateFailures(tx, operator.id, after)
  if (after.lockedUntil !== null)
    report(operatorLocked, { operatorId: operator.id, failures: after.failures })
}
