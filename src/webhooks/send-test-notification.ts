import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { EventName } from './catalogue.ts'
import { insertDeliveries } from './delivery-store.ts'
import { holdSubscription } from './get-subscription.ts'
import type { SubscriptionRow } from './store.ts'
import { testEnvelope } from './test-data.ts'

/** Test notifications are about nobody. */
const NOBODY = 0 as Id<'profile'>

/** Queues a test notification like any other delivery. Answers its id. */
export async function sendTestNotification(
  tx: Tx,
  { id: subscriptionId, eventName, version }: SubscriptionRow,
  { now, uuid }: { now: Temporal.Instant; uuid: () => string },
): Promise<string> {
  const about = { subscriptionId, eventName: eventName as EventName, version }
  await holdSubscription(tx, subscriptionId)
  const [id] = await insertDeliveries(
    tx,
    [
      {
        profileId: NOBODY,
        subscriptionId,
        eventName,
        subject: `test:${uuid()}`,
        number: 1,
        test: true,
        body: testEnvelope(about, now, uuid),
        behind: false,
      },
    ],
    now,
  )
  if (id === undefined) throw new Error('a test notification was not queued')
  return id
}
