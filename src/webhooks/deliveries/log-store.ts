// SQL for the delivery log, for redelivery, and for edited bodies.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { NO_PROFILE } from '../model.ts'
import { type DeliveryState, deliveryStates } from '../states.ts'

export type DeliveryRow = {
  readonly id: string
  readonly eventName: string
  readonly isTest: boolean
  /** Empty once the user whom the event is about has revoked the grant of the subscribed application. */
  readonly body: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: Temporal.Instant | null
  readonly lastAttemptAt: Temporal.Instant | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly lastElapsedMs: number | null
  readonly createdAt: Temporal.Instant
}

// True for a test notification that is about no profile, for a subscription without an application, and while the
// user's grant to the application is live.
const grantedTo = (applicationId: string) => `
  (d.profile_id = ${NO_PROFILE} or exists (
     select 1 from subscriptions s
      where s.id = d.subscription_id
        and (${applicationId} is null or exists (
              select 1 from profile_owners o join grants g on g.user_id = o.user_id
               where o.profile_id = d.profile_id and g.application_id = ${applicationId}
                 and g.revoked_at is null))))`

// After a user has revoked the grant, the application's log shows no bodies about that user (D119). The user still sees
// the bodies of a subscription that the application created for a profile of the user, but the deliveries of this
// subscription are not sent again.
const shownCondition = grantedTo('s.application_id')
const redeliverableCondition = grantedTo('coalesce(s.application_id, s.through_application_id)')

const deliveryColumns = `
  d.id, d.event_name, d.test as is_test,
  case when ${shownCondition} then d.body else '' end as body, d.state, d.attempts, d.due_at, d.last_attempt_at, d.last_status,
  d.last_error, d.last_elapsed_ms, d.created_at`

const UUID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const pageOfState = (state: string) => `
  (select w.id, w.state from deliveries w
    where w.subscription_id = $1 and w.state = '${state}' and ($3::text is null or $3 = '${state}')
      and w.id < coalesce($2::uuid, '${UUID_MAX}')
    order by w.id desc limit $4)`

// The index has ids in order within each state, so one page per state is read and the pages are merged. A
// single query over all states would sort the whole log. The page of a state that the request excludes
// reads nothing.
const pages = deliveryStates.states.map(pageOfState).join(' union all ')

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

/** The deliveries of a page of the log: newest first, only those older than `before`, at most `max`. */
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
     and ${redeliverableCondition}
  returning ${deliveryColumns}`)

/**
 * Begins a new series of attempts, even while an attempt of the old series is in flight. Returns undefined when the
 * delivery is unknown, is in none of the states `from`, or is about a user who has revoked the grant.
 */
export function restartDelivery(
  tx: Tx,
  { subscriptionId, deliveryId }: { subscriptionId: string; deliveryId: string },
  { from, to }: { from: readonly DeliveryState[]; to: DeliveryState },
  now: Temporal.Instant,
): Promise<DeliveryRow | undefined> {
  return tx.row(restartDeliverySql, [subscriptionId, deliveryId, to, now.toString(), from])
}

const generateEditedIdSql = sql<{ id: string }>(`
  select uuidv7() as id from deliveries d
   where d.subscription_id = $1 and d.id = $2 and ${redeliverableCondition}`)

/**
 * Generates the id under which an edited body of a delivery is sent. Returns undefined for an unknown delivery, and for a
 * delivery about a user who has revoked the grant.
 */
export async function generateEditedId(
  db: Reader,
  subscriptionId: string,
  deliveryId: string,
): Promise<string | undefined> {
  return (await db.row(generateEditedIdSql, [subscriptionId, deliveryId]))?.id
}

export type EditedDelivery = {
  readonly id: string
  readonly subscriptionId: string
  /** The delivery whose body was edited. */
  readonly originalId: string
  readonly body: string
  readonly state: DeliveryState
  readonly at: Temporal.Instant
  readonly status: number | undefined
  readonly error: string | undefined
  readonly elapsedMs: number
}

// No event has this subject, so the row is in no queue of events.
const insertEditedSql = sql<DeliveryRow & { profileId: number; subject: string }>(`
  insert into deliveries as d
    (profile_id, id, subscription_id, event_name, subject, number, test, body, state, attempts, last_attempt_at,
     last_status, last_error, last_elapsed_ms, created_at)
  select o.profile_id, $3, o.subscription_id, o.event_name, 'test:' || o.id, 1, true, $4, $5, 1, $6, $7, $8, $9, $6
    from deliveries o where o.subscription_id = $1 and o.id = $2
  returning ${deliveryColumns}, d.profile_id, d.subject`)

/**
 * Adds an edited body to the log, as a delivery that ended with its only attempt. Returns undefined when the original
 * delivery is unknown.
 */
export function insertEdited(tx: Tx, edited: EditedDelivery) {
  const { subscriptionId, originalId, id, body, state, at, status, error, elapsedMs } = edited
  return tx.row(insertEditedSql, [
    ...[subscriptionId, originalId, id, body, state, at.toString()],
    ...[status ?? null, error ?? null, elapsedMs],
  ])
}
