// SQL for the delivery queues: events become queued deliveries, and queued or retrying deliveries are stopped.
// A queue is the deliveries of one subscription about one subject, ordered by event number.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { unnestRows } from '../../kernel/database/unnest-rows.ts'
import type { Id } from '../../kernel/ids.ts'
import { subscribersOf } from '../store.ts'

/** A bound that no dispatch reaches, because EVENTS_PER_RUN_MAX is smaller. It is stated in SQL so that the planner expects few rows. */
const TAKEN_MAX = 10_000

const hasUndispatchedSql = sql<{ found: boolean }>(`
  select exists (select 1 from events where dispatched_at is null) as found`)

export async function hasUndispatched(db: Reader): Promise<boolean> {
  return (await db.row(hasUndispatchedSql))?.found ?? false
}

/** The key of an advisory lock. No other lock of the service has this number. */
export const QUEUES_LOCK = 7_301_027
const lockQueuesDurablySql = sql<never>(`select pg_advisory_xact_lock(${QUEUES_LOCK})`)
const lockQueuesAsynchronouslySql = sql<never>(`
  select pg_advisory_xact_lock(${QUEUES_LOCK}), set_config('synchronous_commit', 'off', true)`)

/**
 * Locks all delivery queues until the transaction ends. Without the lock, one transaction could append to a queue
 * while another transaction records the attempt of its last delivery, and the new delivery would never become due. An
 * asynchronous commit may be lost in a power failure: use it only where a message may then be sent twice.
 */
export async function lockQueues(
  tx: Tx,
  commit: 'durable' | 'asynchronous' = 'durable',
): Promise<void> {
  await tx.rows(commit === 'durable' ? lockQueuesDurablySql : lockQueuesAsynchronouslySql)
}

export type MatchedEvent = {
  readonly profileId: Id<'profile'>
  readonly eventName: string
  readonly subject: string
  readonly number: number
  readonly payload: object
  readonly occurredAt: Temporal.Instant
  readonly subscriptionId: string
  readonly version: string
}

const takeEventsSql = sql<{ taken: number } & (MatchedEvent | { subscriptionId: null })>(`
  with taken as materialized (
    select profile_id, id, name, subject, number, payload, occurred_at,
           row_number() over (order by id) as position
      from events where dispatched_at is null
     order by id limit $2),
  marked as (
    update events e set dispatched_at = $1
      from taken t
     where t.position between 1 and ${TAKEN_MAX} and e.profile_id = t.profile_id and e.id = t.id)
  select taken.count as taken, m.profile_id, m.name as event_name, m.subject, m.number, m.payload,
         m.occurred_at, m.subscription_id, m.version
    from (select count(*)::int from taken) taken
    left join (${subscribersOf('taken', 'e.*')}) m on true
   order by m.id, m.subscription_id`)

/** Marks the oldest events, at most `max`, as dispatched. Returns how many, and one row per event and matching subscription. */
export async function takeEvents(
  tx: Tx,
  now: Temporal.Instant,
  max: number,
): Promise<{ taken: number; matched: MatchedEvent[] }> {
  const rows = await tx.rows(takeEventsSql, [now.toString(), max])
  const matched = rows.filter((row) => row.subscriptionId !== null)
  return { taken: rows[0]?.taken ?? 0, matched }
}

export type NewDelivery = {
  readonly profileId: number
  readonly subscriptionId: string
  readonly eventName: string
  readonly subject: string
  readonly number: number
  readonly isTest: boolean
  readonly body: string
  /** Whether the same insert contains an earlier delivery of the same queue. */
  readonly hasPredecessor: boolean
}

const newDeliveries = unnestRows(2, {
  profileId: 'bigint',
  subscriptionId: 'uuid',
  eventName: 'text',
  subject: 'text',
  number: 'int',
  isTest: 'boolean',
  body: 'text',
  hasPredecessor: 'boolean',
})

const insertDeliveriesSql = sql<{ id: string }>(`
  insert into deliveries
    (profile_id, subscription_id, event_name, subject, number, test, body, state, due_at, created_at)
  select input.profile_id, input.subscription_id, input.event_name, input.subject, input.number, input.is_test,
         input.body, 'QUEUED',
         case when input.has_predecessor or exists (
                select 1 from deliveries d
                 where d.subscription_id = input.subscription_id and d.profile_id = input.profile_id
                   and d.subject = input.subject and d.state = 'QUEUED')
              then null else $1::timestamptz end,
         $1
    from ${newDeliveries.input}
   order by input.row_index
  returning id`)

/** Appends each row to its queue. Call `lockQueues` first. Returns the ids in the order of `rows`. */
export async function insertDeliveries(
  tx: Tx,
  rows: readonly NewDelivery[],
  now: Temporal.Instant,
): Promise<string[]> {
  const inserted = await tx.rows(insertDeliveriesSql, [
    now.toString(),
    ...newDeliveries.arraysOf(rows),
  ])
  return inserted.map(({ id }) => id)
}

const stopDeliveriesSql = sql<never>(`
  update deliveries set state = 'STOPPED', due_at = null, leased_until = null
   where subscription_id = $1 and (due_at is not null or state = 'QUEUED')`)

/** Stops the queued and retrying deliveries to a subscription. Call `lockQueues` first. */
export async function stopDeliveries(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.rows(stopDeliveriesSql, [subscriptionId])
}

const stopDeliveriesAboutUserSql = sql<never>(`
  update deliveries d set state = 'STOPPED', due_at = null, leased_until = null
    from profile_owners o, subscriptions s
   where o.user_id = $1
     and (s.application_id = any($2::bigint[]) or s.through_application_id = any($2::bigint[]))
     and d.subscription_id = s.id and d.profile_id = o.profile_id
     and (d.due_at is not null or d.state = 'QUEUED')`)

/**
 * Stops the queued and retrying deliveries about a user who has revoked the grants of these applications, to subscriptions
 * of the applications and to subscriptions that they created for a profile. The lock waits for a running dispatch, which
 * may still see the grants as they were before the revocation.
 */
export async function stopDeliveriesAboutUser(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
): Promise<void> {
  await lockQueues(tx)
  await tx.rows(stopDeliveriesAboutUserSql, [userId, applicationIds])
}
