// The entry of an attempt in the live feed of a sandbox. It never contains the body or the URL.

import type { NewFeedEntry } from '../../kernel/feed-entries.ts'
import { toMillisecond } from '../../kernel/wire.ts'
import type { Attempt } from './attempt-store.ts'

type FeedAttempt = Omit<Attempt, 'delivery' | 'signatures'> & {
  readonly delivery: Pick<
    Attempt['delivery'],
    'profileId' | 'id' | 'subscriptionId' | 'eventName' | 'subject' | 'attempts'
  >
}

export function feedEntryOf({
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
