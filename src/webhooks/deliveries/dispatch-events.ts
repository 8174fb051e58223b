// Turns events into deliveries, in bulk. `lockQueues` lets only one process dispatch at a time, because two concurrent
// processes could append the events of one subject to its queue in the wrong order.

import type { Database, Tx } from '../../kernel/database/db.ts'
import { envelope } from '../messages/envelope.ts'
import {
  hasUndispatched,
  insertDeliveries,
  lockQueues,
  type MatchedEvent,
  type NewDelivery,
  takeEvents,
} from './queue-store.ts'

/** Dispatches the oldest events, at most `max`. Returns the number of dispatched events. */
export async function dispatchEvents(
  db: Database,
  now: Temporal.Instant,
  max: number,
): Promise<number> {
  if (!(await hasUndispatched(db.reader))) return 0
  return db.transact(async (tx) => {
    await lockQueues(tx)
    const { taken, matched } = await takeEvents(tx, now, max)
    if (matched.length > 0) await queueDeliveries(tx, matched, now)
    return taken
  })
}

function queueDeliveries(tx: Tx, matched: readonly MatchedEvent[], now: Temporal.Instant) {
  const queued = new Set<string>()
  // Event ids follow the order of writing, numbers the order of the subject's changes. Receivers get events by number.
  const inOrder = matched.toSorted((a, b) => a.number - b.number)
  const rows = inOrder.map((event): NewDelivery => {
    const { subscriptionId, profileId, subject } = event
    const queue = `${subscriptionId} ${profileId} ${subject}`
    const hasPredecessor = queued.has(queue)
    queued.add(queue)
    return { ...event, isTest: false, hasPredecessor, body: bodyOf(event, now) }
  })
  return insertDeliveries(tx, rows, now)
}

function bodyOf({ payload, ...event }: MatchedEvent, now: Temporal.Instant): string {
  return envelope({ ...event, data: payload, sentAt: now })
}
