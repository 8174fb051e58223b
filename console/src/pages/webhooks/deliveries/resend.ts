import type { Delivery, Godwit } from '@godwit/sdk'

type Path = { readonly profileId: number; readonly subscriptionId: string }

export type ResendOutcome = {
  /** The number of deliveries that were sent again. */
  readonly count: number
  /** The first delivery whose request failed. No later delivery was sent. */
  readonly failed?: { readonly deliveryId: string; readonly error: unknown }
}

/** Sends deliveries again, the oldest first. Stops at the first failure. */
export async function resend(
  godwit: Godwit,
  path: Path,
  newestFirst: readonly Delivery[],
): Promise<ResendOutcome> {
  const oldestFirst = newestFirst.toReversed()
  for (const [count, { delivery_id: deliveryId }] of oldestFirst.entries())
    try {
      await godwit.webhooks.redeliverToProfile({ path: { ...path, deliveryId } })
    } catch (error) {
      return { count, failed: { deliveryId, error } }
    }
  return { count: oldestFirst.length }
}
