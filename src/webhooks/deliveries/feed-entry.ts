// The entry of an attempt in the live feed of a sandbox. The entry never contains the body or the URL.

import type { Tx } from '../../kernel/database/db.ts'
import { type NewFeedEntry, recordInFeed } from '../../kernel/feed-entries.ts'
import { toMillisecond } from '../../kernel/wire.ts'
import { NO_PROFILE } from '../model.ts'
import type { Attempt } from './attempt-store.ts'

type FeedAttempt = Omit<Attempt, 'delivery' | 'signatures'> & {
  readonly delivery: Pick<
    Attempt['delivery'],
    'profileId' | 'id' | 'subscriptionId' | 'eventName' | 'subject' | 'attempts'
  >
}

/**
 * Adds the attempts to the feed, except attempts to deliver an application's test notifications. These belong to NO_PROFILE,
 * the same number as EVERY_PROFILE of the feed, so every user would see their entries (gap 944).
 */
export async function recordAttemptsInFeed(
  tx: Tx,
  attempts: readonly FeedAttempt[],
): Promise<void> {
  const ofProfiles = attempts.filter(({ delivery }) => delivery.profileId !== NO_PROFILE)
  if (ofProfiles.length > 0) await recordInFeed(tx, ofProfiles.map(feedEntryOf))
}

function feedEntryOf({
  delivery,
  at,
  state,
  dueAt,
  status,
  error,
  elapsedMs,
}: FeedAttempt): NewFeedEntry {
  const { profileId, id, subscriptionId, eventName, subject, attempts } = delivery
  const data = {
    deliveryId: id,
    subscriptionId,
    name: eventName,
    resource: subject,
    attempt: attempts + 1,
    state,
    status: status ?? null,
    error: error ?? null,
    latencyMs: elapsedMs,
    nextAttemptAt: dueAt === undefined ? null : toMillisecond(dueAt),
  }
  return { kind: 'delivery', profileId, data, at }
}
