// The deliveries about one transfer, found in the logs of the profile's subscriptions to events of transfers.

import type { Delivery, Godwit } from '@godwit/sdk'

/** How many of the newest deliveries of each subscription are searched. */
export const SEARCHED_MAX = 100

/** The deliveries about a transfer, oldest first: the ids of deliveries begin with their time (UUID version 7). */
export async function listDeliveriesAbout(
  godwit: Godwit,
  profileId: number,
  transferId: number,
): Promise<Delivery[]> {
  const subscriptions = await godwit.webhooks.listSubscriptionsOfProfile({ path: { profileId } })
  const logs = await Promise.all(
    subscriptions
      .filter(({ trigger_on }) => trigger_on.startsWith('transfers#'))
      .map(({ id }) =>
        godwit.webhooks.listDeliveriesOfProfile({
          path: { profileId, subscriptionId: id },
          query: { size: SEARCHED_MAX },
        }),
      ),
  )
  return logs
    .flat()
    .filter(({ body }) => isAbout(body, transferId))
    .sort((a, b) => a.delivery_id.localeCompare(b.delivery_id))
}

function isAbout(body: string, transferId: number): boolean {
  const { data } = JSON.parse(body) as { data?: Record<string, unknown> }
  const resource = data?.['resource'] as { id?: unknown } | undefined
  return (resource?.id ?? data?.['transfer_id']) === transferId
}
