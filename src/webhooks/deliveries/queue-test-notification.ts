// Queues the test notification that an application requests.

import type { Tx } from '../../kernel/database/db.ts'
import type { EventName } from '../catalogue.ts'
import { lockQueuesOf } from '../find-subscription.ts'
import { testEnvelope } from '../messages/test-message.ts'
import { NO_PROFILE } from '../model.ts'
import type { SubscriptionRow } from '../store.ts'
import { insertDeliveries } from './queue-store.ts'

/** Queues a test notification like any other delivery. Returns its id. Refuses with SubscriptionNotFound. */
export async function queueTestNotification(
  tx: Tx,
  { id: subscriptionId, eventName, version }: SubscriptionRow,
  { now, uuid }: { now: Temporal.Instant; uuid: () => string },
): Promise<string> {
  const message = { subscriptionId, eventName: eventName as EventName, version }
  await lockQueuesOf(tx, subscriptionId)
  const [id] = await insertDeliveries(
    tx,
    [
      {
        profileId: NO_PROFILE,
        subscriptionId,
        eventName,
        subject: `test:${uuid()}`,
        number: 1,
        isTest: true,
        body: testEnvelope(message, now, uuid),
        hasPredecessor: false,
      },
    ],
    now,
  )
  if (id === undefined) throw new Error('a test notification was not queued')
  return id
}
