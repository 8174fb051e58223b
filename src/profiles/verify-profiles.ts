// Verification of a user's profiles.

import type { Tx } from '../kernel/database/db.ts'
import { newEvent, recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { toSecond } from '../kernel/wire.ts'
import { verificationChanged } from './events.ts'
import { verificationStates } from './states.ts'
import { setVerified } from './store.ts'

/**
 * Verifies all unverified profiles of the user and records an event for each. Returns their ids, ascending. Sends two
 * statements, so it needs a transaction.
 */
export async function verifyProfiles(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<Id<'profile'>[]> {
  const changed = (await setVerified(tx, userId, now)).sort((a, b) => a.id - b.id)
  if (changed.length === 0) return []
  const events = changed.map(({ id, eventCount }) =>
    newEvent(
      verificationChanged,
      { profileId: id, subject: `profile:${id}`, number: eventCount, occurredAt: now },
      {
        resource: { type: 'profile', id },
        current_state: verificationStates.moves.verify.to,
        occurred_at: toSecond(now),
      },
    ),
  )
  await tx.write(recordEvents(...events))
  return changed.map(({ id }) => id)
}
