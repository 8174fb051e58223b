// SQL for the delivery log and for redelivery.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { type DeliveryState, delivery } from '../states.ts'

export type DeliveryRow = {
  id: string
  eventName: string
  test: boolean
  body: string
  state: DeliveryState
  attempts: number
  dueAt: Temporal.Instant | null
  lastAttemptAt: Temporal.Instant | null
  lastStatus: number | null
  lastError: string | null
  lastElapsedMs: number | null
  createdAt: Temporal.Instant
}

// True for a test notification, for a subscription without an application, and while the user's grant to the
// application is live.
const grantedTo = (applicationId: string) => `
  (d.test or exists (
     select 1 from subscriptions s
      where s.id = d.subscription_id
        and (${applicationId} is null or exists (
              select 1 from profile_owners o join grants g on g.user_id = o.user_id
               where o.profile_id = d.profile_id and g.application_id = ${applicationId}
                 and g.revoked_at is null))))`

// After a user has revoked the grant, the application's log shows no bodies about that user (D119). The owner of the
// profile still sees the bodies of a subscription that the application created with their token, but such a
// delivery is not sent again.
const isShown = grantedTo('s.application_id')
const isRedeliverable = grantedTo('coalesce(s.application_id, s.through_application_id)')

const deliveryColumns = `
  d.id, d.event_name, d.test,
  case when ${isShown} then d.body else '' end as body, d.state, d.attempts, d.due_at, d.last_attempt_at, d.last_status,
  d.last_error, d.last_elapsed_ms, d.created_at`

const UUID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const pageOfState = (state: string) => `
  (select w.id, w.state from deliveries w
    where w.subscription_id = $1 and w.state = '${state}' and ($3::text is null or $3 = '${state}')
      and w.id < coalesce($2::uuid, '${UUID_MAX}')
    order by w.id desc limit $4)`

// The index has ids in order within each state, so one page per state is read and the pages are merged. A
// single query over all states would sort the whole log. A state that the request excludes reads nothing.
const pages = delivery.states.map(pageOfState).join(' union all ')

const listDeliveriesSql = sql<DeliveryRow>(`
  select found.*
    from (${pages}) page
   cross join lateral (
         select ${deliveryColumns} from deliveries d
          where d.subscription_id = $1 and d.state = page.state and d.id = page.id
          limit 1) found
   order by page.id desc
   limit $4`)

type LogPage = {
  readonly before: string | undefined
  readonly state: DeliveryState | undefined
  readonly max: number
}

/** Newest first; only deliveries older than `before`. */
export function listDeliveries(
  db: Reader,
  subscriptionId: string,
  { before, state, max }: LogPage,
): Promise<DeliveryRow[]> {
  return db.rows(listDeliveriesSql, [subscriptionId, before ?? null, state ?? null, max])
}

const findDeliverySql = sql<DeliveryRow>(`
  select ${deliveryColumns} from deliveries d where d.subscription_id = $1 and d.id = $2`)

export function findDelivery(
  db: Reader,
  subscriptionId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db.row(findDeliverySql, [subscriptionId, id])
}

const restartDeliverySql = sql<DeliveryRow>(`
  update deliveries d set state = $3, attempts = 0, due_at = $4, leased_until = null
   where d.subscription_id = $1 and d.id = $2 and d.state = any($5::text[])
     and ${isRedeliverable}
  returning ${deliveryColumns}`)

/**
 * Begins a new series of attempts, also while an attempt of the old series is in flight. Undefined when the
 * delivery is in none of the states `from`, or about a user who has revoked the grant.
 */
export function restartDelivery(
  tx: Tx,
  { subscriptionId, deliveryId }: { subscriptionId: string; deliveryId: string },
  { from, to }: { from: readonly DeliveryState[]; to: DeliveryState },
  now: Temporal.Instant,
): Promise<DeliveryRow | undefined> {
  return tx.row(restartDeliverySql, [subscriptionId, deliveryId, to, now.toString(), from])
}
