// Verifies profiles and ends verifications. Each function sends several statements, so it needs a transaction.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { newEvent, recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { toSecond } from '../kernel/wire.ts'
import { findApplicationById, findOwner, type UserRow } from '../users/index.ts'
import { verificationChanged } from './events.ts'
import { verificationStates } from './states.ts'
import * as store from './store.ts'

/**
 * Verifies all profiles of the user by the service, and records an event for each profile that was not verified before.
 * Returns the ids of these profiles, ascending. The caller then releases the transfers and orders that wait for the
 * verification (D42).
 */
export async function verifyProfiles(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<Id<'profile'>[]> {
  const changed = await store.setVerified(tx, { userId }, now)
  return recordVerification(tx, changed, 'verify', now)
}

/** Verifies one profile, as `verifyProfiles` does. Undefined when the profile does not exist. */
export async function verifyProfile(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<Id<'profile'>[] | undefined> {
  const owner = await findOwner(tx, profileId)
  if (owner === undefined) return undefined
  const changed = await store.setVerified(tx, { userId: owner.userId, profileId }, now)
  return recordVerification(tx, changed, 'verify', now)
}

/** Verifies a new profile if a trusted application creates it for a user that it signed up (D41). */
export async function verifyByPartner(
  tx: Tx,
  profileId: Id<'profile'>,
  {
    caller: { applicationId },
    user,
    now,
  }: { caller: Pick<UserCaller, 'applicationId'>; user: UserRow; now: Temporal.Instant },
): Promise<void> {
  if (applicationId === null || applicationId !== user.applicationId) return
  const application = await findApplicationById(tx, applicationId)
  if (!application?.trusted) return
  const changed = await store.setVerifiedByPartner(tx, profileId)
  await recordVerification(tx, changed === undefined ? [] : [changed], 'verify', now)
}

/** Ends the verification by a partner. A verification by the service stays (D41). */
export async function withdrawVerification(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<void> {
  const changed = await store.setUnverified(tx, profileId, now)
  await recordVerification(tx, changed === undefined ? [] : [changed], 'withdraw', now)
}

async function recordVerification(
  tx: Tx,
  changes: readonly store.VerificationChange[],
  move: keyof typeof verificationStates.moves,
  now: Temporal.Instant,
): Promise<Id<'profile'>[]> {
  if (changes.length === 0) return []
  const ascending = changes.toSorted((a, b) => a.id - b.id)
  const events = ascending.map(({ id, eventCount }) =>
    newEvent(
      verificationChanged,
      { profileId: id, subject: `profile:${id}`, number: eventCount, occurredAt: now },
      {
        resource: { type: 'profile', id },
        current_state: verificationStates.moves[move].to,
        occurred_at: toSecond(now),
      },
    ),
  )
  await tx.write(recordEvents(...events))
  return ascending.map(({ id }) => id)
}
