// Finds and ends sessions, and locks their operator for an action.

import type { Tx } from '../kernel/database/db.ts'
import type { Report } from '../kernel/security-event.ts'
import { beginningOf } from '../kernel/timer.ts'
import { hashSecret } from '../users/index.ts'
import { loggedOut } from './security-events.ts'
import { deleteSession, isSessionOpen, type SessionRow, touchSession } from './session-store.ts'
import { shareLockOperator } from './store.ts'
import { sessionIdle, sessionLength } from './timers.ts'

/** Returns the session, and begins its idle time anew; undefined for a session that has ended or expired. */
export function useSession(
  tx: Tx,
  token: string,
  now: Temporal.Instant,
): Promise<SessionRow | undefined> {
  const usedAfter = beginningOf(sessionIdle, now)
  const openedAfter = beginningOf(sessionLength, now)
  return touchSession(tx, hashSecret(token), { now, usedAfter, openedAfter })
}

/**
 * Locks the operator in the transaction of an action, and returns whether the session is still open. A change of the operator's
 * access (`change-access.ts`) locks the operator too. So the change waits until the action is committed, or the action waits
 * for the change, and then finds no session if the change ended the sessions.
 */
export async function lockSession(
  tx: Tx,
  { id, operatorId }: Pick<SessionRow, 'id' | 'operatorId'>,
): Promise<boolean> {
  await shareLockOperator(tx, operatorId)
  return isSessionOpen(tx, id)
}

/** Does nothing when the session has ended before. */
export async function endSession(tx: Tx, token: string, report: Report): Promise<void> {
  const ended = await deleteSession(tx, hashSecret(token))
  if (ended) report(loggedOut, { operatorId: ended.operatorId, sessionId: ended.id })
}
