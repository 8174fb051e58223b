import type { Delivery, Godwit } from '@godwit/sdk'

type Path = { readonly profileId: number; readonly subscriptionId: string }

/** Sends deliveries again, the oldest first. Stops at the first refusal. Returns how many were sent. */
export async function resend(
  godwit: Godwit,
  path: Path,
  newestFirst: readonly Delivery[],
): Promise<number> {
  for (const { delivery_id: deliveryId } of newestFirst.toReversed())
    await godwit.webhooks.redeliverToProfile({ path: { ...path, deliveryId } })
  return newestFirst.length
}
