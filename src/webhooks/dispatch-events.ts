// Turns events into deliveries, in bulk. One process does it at a time: two that took the events of
// one subject side by side could put them into its line in the wrong order.

import type { Database, Tx } from '../kernel/database/db.ts'
import {
  hasUndispatched,
  holdLines,
  insertDeliveries,
  type MatchedEvent,
  type NewDelivery,
  takeEvents,
} from './delivery-store.ts'
import { envelope } from './envelope.ts'

/** Dispatches the oldest events, `max` at most. Answers how many. */
export async function dispatchEvents(
  db: Database,
  now: Temporal.Instant,
  max: number,
): Promise<number> {
  if (!(await hasUndispatched(db.reader))) return 0
  return db.transact(async (tx) => {
    await holdLines(tx)
    const { taken, matched } = await takeEvents(tx, now, max)
    if (matched.length > 0) await queue(tx, matched, now)
    return taken
  })
}

function queue(tx: Tx, matched: readonly MatchedEvent[], now: Temporal.Instant) {
  const begun = new Set<string>()
  // Ids ascend as events were written, numbers as the subject moved; receivers see the order of the numbers.
  const inOrder = matched.toSorted((a, b) => a.number - b.number)
  const rows = inOrder.map((event): NewDelivery => {
    const { subscriptionId, profileId, subject } = event
    const line = `${subscriptionId} ${profileId} ${subject}`
    const behind = begun.has(line)
    begun.add(line)
    return { ...event, test: false, behind, body: bodyOf(event, now) }
  })
  return insertDeliveries(tx, rows, now)
}

function bodyOf({ payload, ...event }: MatchedEvent, now: Temporal.Instant): string {
  return envelope({ ...event, data: payload, sentAt: now })
}
