// SQL that finds the failed deliveries of all subscriptions, which operators work on in live mode (D129).

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { OffsetPage } from '../../kernel/pages.ts'

type FailedDelivery = {
  readonly id: string
  readonly subscriptionId: string
  readonly eventName: string
  readonly attempts: number
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly lastAttemptAt: Temporal.Instant | null
}

const listFailedDeliveriesSql = sql<FailedDelivery>(`
  select d.id, d.subscription_id, d.event_name, d.attempts, d.last_status, d.last_error, d.last_attempt_at
    from deliveries d
   where d.state = 'FAILED'
   order by d.id desc
   offset $1 limit $2`)

/** Returns the newest deliveries first, because operators may have given up old deliveries. */
export function listFailedDeliveries(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<FailedDelivery[]> {
  return db.rows(listFailedDeliveriesSql, [offset, size])
}
