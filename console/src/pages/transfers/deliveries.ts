// The deliveries about one transfer, found in the logs of the profile's subscriptions to events of transfers.

import type { Delivery, Godwit } from '@godwit/sdk'
import { subjectOf } from '../../history/message-subject.ts'

/** The number of newest deliveries that are searched for each subscription: the largest page of the API. */
export const SEARCHED_MAX = 100

export type FoundDelivery = { readonly delivery: Delivery; readonly subscriptionId: string }

/** The deliveries about a transfer, oldest first: the ids of deliveries begin with their time (UUID version 7). */
export async function listDeliveriesAbout(
  godwit: Godwit,
  profileId: number,
  transferId: number,
): Promise<FoundDelivery[]> {
  const subscriptions = await godwit.webhooks.listSubscriptionsOfProfile({ path: { profileId } })
  const logs = await Promise.all(
    subscriptions
      .filter(({ trigger_on }) => trigger_on.startsWith('transfers#'))
      .map(async ({ id: subscriptionId }) => {
        const log = await godwit.webhooks.listDeliveriesOfProfile({
          path: { profileId, subscriptionId },
          query: { size: SEARCHED_MAX },
        })
        return log.map((delivery) => ({ delivery, subscriptionId }))
      }),
  )
  return logs
    .flat()
    .filter(({ delivery: { body } }) => subjectOf(body).resource === `transfer:${transferId}`)
    .sort((a, b) => a.delivery.delivery_id.localeCompare(b.delivery.delivery_id))
}
