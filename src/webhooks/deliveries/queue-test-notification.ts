// Queues the test notification that an application requests.

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { EventName } from '../catalogue.ts'
import { lockSubscription } from '../find-subscription.ts'
import { testEnvelope } from '../messages/test-message.ts'
import type { SubscriptionRow } from '../store.ts'
import { insertDeliveries } from './queue-store.ts'

/** The profile id of test notifications, which are about no profile; the column is not nullable. */
const NO_PROFILE = 0 as Id<'profile'>

/** Queues a test notification like any other delivery. Returns its id. Refuses with SubscriptionNotFound. */
export async function queueTestNotification(
  tx: Tx,
  { id: subscriptionId, eventName, version }: SubscriptionRow,
  { now, uuid }: { now: Temporal.Instant; uuid: () => string },
): Promise<string> {
  const message = { subscriptionId, eventName: eventName as EventName, version }
  await lockSubscription(tx, subscriptionId)
  const [id] = await insertDeliveries(
    tx,
    [
      {
        profileId: NO_PROFILE,
        subscriptionId,
        eventName,
        subject: `test:${uuid()}`,
        number: 1,
        test: true,
        body: testEnvelope(message, now, uuid),
        hasPredecessor: false,
      },
    ],
    now,
  )
  if (id === undefined) throw new Error('a test notification was not queued')
  return id
}
