// Every statement about what was delivered, as people look at it, and about sending it once more.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type DeliveryState, delivery } from './states.ts'

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

// Whether a delivery is about nobody, about no application's user, or about one whose grant is live.
const grantedTo = (applicationId: string) => `
  (d.test or exists (
     select 1 from subscriptions s
      where s.id = d.subscription_id
        and (${applicationId} is null or exists (
              select 1 from profile_owners o join grants g on g.user_id = o.user_id
               where o.profile_id = d.profile_id and g.application_id = ${applicationId}
                 and g.revoked_at is null))))`

// Of a user who has revoked the grant an application learns no more than it was sent (D119). The owner of a profile
// sees the log of what an application subscribed to for them, but nothing is sent again to it.
const isShown = grantedTo('s.application_id')
const isSentAgain = grantedTo('coalesce(s.application_id, s.through_application_id)')

const deliveryColumns = `
  d.id, d.event_name, d.test,
  case when ${isShown} then d.body else '' end as body, d.state, d.attempts, d.due_at, d.last_attempt_at, d.last_status,
  d.last_error, d.last_elapsed_ms, d.created_at`

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const walkOf = (state: string) => `
  (select w.id, w.state from deliveries w
    where w.subscription_id = $1 and w.state = '${state}' and ($3::text is null or $3 = '${state}')
      and w.id < coalesce($2::uuid, '${LAST_ID}')
    order by w.id desc limit $4)`

// Each state by itself is in the order of ids, so walks side by side are merged as they go; those of
// states that were not asked for are not begun.
const walks = delivery.states.map(walkOf).join(' union all ')

const logPage = sql<DeliveryRow>(`
  select found.*
    from (${walks}) walked
   cross join lateral (
         select ${deliveryColumns} from deliveries d
          where d.subscription_id = $1 and d.state = walked.state and d.id = walked.id
          limit 1) found
   order by walked.id desc
   limit $4`)

type LogPage = {
  readonly before: string | undefined
  readonly state: DeliveryState | undefined
  readonly max: number
}

/** Newest first, older than `before`. */
export function listDeliveries(
  db: Reader,
  subscriptionId: string,
  { before, state, max }: LogPage,
): Promise<DeliveryRow[]> {
  return db.rows(logPage, [subscriptionId, before ?? null, state ?? null, max])
}

const oneDelivery = sql<DeliveryRow>(`
  select ${deliveryColumns} from deliveries d where d.subscription_id = $1 and d.id = $2`)

export function findDelivery(
  db: Reader,
  subscriptionId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db.row(oneDelivery, [subscriptionId, id])
}

const restart = sql<DeliveryRow>(`
  update deliveries d set state = $3, attempts = 0, due_at = $4, leased_until = null
   where d.subscription_id = $1 and d.id = $2 and d.state = any($5::text[])
     and ${isSentAgain}
  returning ${deliveryColumns}`)

/**
 * Begins a new series of attempts, also while one of the old series is out; undefined when the delivery is
 * in none of the states `from`, or about a user who has revoked the grant.
 */
export function restartDelivery(
  tx: Tx,
  subscriptionId: string,
  id: string,
  { from, to }: { from: readonly DeliveryState[]; to: DeliveryState },
  now: Temporal.Instant,
): Promise<DeliveryRow | undefined> {
  return tx.row(restart, [subscriptionId, id, to, now.toString(), from])
}
