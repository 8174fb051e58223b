// The statements that end what is still to be sent.

import { sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { holdLines } from './delivery-store.ts'

const stop = sql<never>(`
  update deliveries set state = 'STOPPED', due_at = null, leased_until = null
   where subscription_id = $1 and (due_at is not null or state = 'QUEUED')`)

const stopAbout = sql<never>(`
  update deliveries d set state = 'STOPPED', due_at = null, leased_until = null
    from profile_owners o, subscriptions s
   where o.user_id = $1
     and (s.application_id = any($2::bigint[]) or s.through_application_id = any($2::bigint[]))
     and d.subscription_id = s.id and d.profile_id = o.profile_id
     and (d.due_at is not null or d.state = 'QUEUED')`)

/**
 * Ends what is still to be sent to these applications about a user who has revoked their grants. The
 * lines are held, so that no dispatch is in progress that saw the grants as they were.
 */
export async function stopDeliveriesAbout(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
): Promise<void> {
  await holdLines(tx)
  await tx.rows(stopAbout, [userId, applicationIds])
}

/** Ends what is still to be sent to a subscription. The lines must be held. */
export async function stopDeliveries(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.rows(stop, [subscriptionId])
}
