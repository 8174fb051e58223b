// SQL for sending: finds and leases due deliveries, and records how each attempt ended.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { unnestRows } from '../../kernel/database/unnest-rows.ts'
import type { DeliveryState } from '../states.ts'
import type { WaitingSubscription } from './share-slots.ts'

/** A bound that no lease reaches, because SLOTS_MAX is smaller. It is stated in SQL so that the planner expects few rows. */
const LEASED_MAX = 10_000

export type LeasedDelivery = {
  /** `NO_PROFILE` for a test notification of an application. */
  readonly profileId: number
  readonly id: string
  readonly subscriptionId: string
  readonly eventName: string
  readonly subject: string
  readonly url: string
  readonly body: string
  readonly isTest: boolean
  readonly state: DeliveryState
  /** The recorded attempts since the delivery was created or redelivered. */
  readonly attempts: number
  readonly leasedUntil: Temporal.Instant
  /** In Base64, as is `signatureSha1`; null when no earlier attempt has stored it. */
  readonly signatureSha256: string | null
  readonly signatureSha1: string | null
}

// A skip scan of the index finds the subscriptions, and at most $2 due deliveries of each are counted. A
// plain group by would read every due delivery, so a long backlog would slow down each lease.
const listWaitingSubscriptionsSql = sql<WaitingSubscription>(`
  with recursive waiting (subscription_id) as (
    (select subscription_id from deliveries where due_at is not null
      order by subscription_id limit 1)
    union all
    select (select d.subscription_id from deliveries d
             where d.due_at is not null and d.subscription_id > w.subscription_id
             order by d.subscription_id limit 1)
      from waiting w where w.subscription_id is not null)
  select s.id as subscription_id, found.due,
         coalesce('application:' || s.application_id, 'user:' || o.user_id,
                  'profile:' || s.profile_id) as owner
    from waiting w
    join subscriptions s on s.id = w.subscription_id
    left join profile_owners o on o.profile_id = s.profile_id
   cross join lateral (
     select count(*)::int as due, min(next.due_at) as due_at
       from (select d.due_at from deliveries d
              where d.subscription_id = w.subscription_id and d.due_at <= $1
                and (d.leased_until is null or d.leased_until <= clock_timestamp())
              order by d.due_at limit $2) next) found
   where found.due > 0
   order by found.due_at`)

/** The subscriptions with deliveries that are due and not leased; the one that has waited longest is first. */
export function listWaitingSubscriptions(
  tx: Tx,
  now: Temporal.Instant,
  dueMax: number,
): Promise<WaitingSubscription[]> {
  return tx.rows(listWaitingSubscriptionsSql, [now.toString(), dueMax])
}

// The planner cannot estimate a limit that comes from a parameter. The range on `position` bounds its estimate.
// Without the range, each lease would read all deliveries (lease-deliveries.test.ts).
const leaseDeliveriesSql = sql<LeasedDelivery>(`
  with due as materialized (
    select found.profile_id, found.id, row_number() over (order by found.due_at) as position
      from unnest($2::uuid[], $3::int[]) as share (subscription_id, slots)
     cross join lateral (
       select d.profile_id, d.id, d.due_at
         from deliveries d
        where d.subscription_id = share.subscription_id and d.due_at <= $1
          and (d.leased_until is null or d.leased_until <= clock_timestamp())
        order by d.due_at
        limit share.slots
          for no key update skip locked) found)
  update deliveries d set leased_until = clock_timestamp() + make_interval(secs => $4)
    from due, subscriptions s
   where due.position between 1 and ${LEASED_MAX}
     and d.profile_id = due.profile_id and d.id = due.id and s.id = d.subscription_id
  returning d.profile_id, d.id, d.subscription_id, d.event_name, d.subject, s.url, d.body, d.test as is_test, d.state,
            d.attempts, d.leased_until, d.signature_sha256, d.signature_sha1`)

/**
 * Leases the deliveries that are due at `now`, at most `shares` of each subscription. No other process sends a leased
 * delivery for `seconds` of real time.
 */
export function leaseDeliveries(
  tx: Tx,
  now: Temporal.Instant,
  shares: ReadonlyMap<string, number>,
  seconds: number,
): Promise<LeasedDelivery[]> {
  return tx.rows(leaseDeliveriesSql, [
    now.toString(),
    [...shares.keys()],
    [...shares.values()],
    seconds,
  ])
}

const isLeasedElsewhereSql = sql<{ found: boolean }>(`
  select exists (select 1 from deliveries
                  where due_at <= $1 and leased_until > clock_timestamp()) as found`)

/**
 * Whether a delivery that is due at `now` is leased. Leases of this process count too, so call this function only while
 * this process has no leases.
 */
export async function isLeasedElsewhere(db: Reader, now: Temporal.Instant): Promise<boolean> {
  return (await db.row(isLeasedElsewhereSql, [now.toString()]))?.found ?? false
}

export type Attempt = {
  readonly delivery: LeasedDelivery
  readonly at: Temporal.Instant
  readonly state: DeliveryState
  /** The time of the next attempt; undefined after the last. */
  readonly dueAt: Temporal.Instant | undefined
  /** The HTTP status of the reply; undefined without a reply, and then `error` has the reason. */
  readonly status: number | undefined
  readonly error: string | undefined
  readonly elapsedMs: number
  /**
   * Set for a failed attempt, because a later attempt or a redelivery sends the same bytes; undefined when a dialect has
   * translated the body.
   */
  readonly signatures: { readonly sha256: string; readonly sha1: string } | undefined
}

const attemptRows = unnestRows(2, {
  profileId: 'bigint',
  id: 'uuid',
  leasedUntil: 'timestamptz',
  wasQueued: 'boolean',
  state: 'text',
  at: 'timestamptz',
  dueAt: 'timestamptz',
  status: 'int',
  error: 'text',
  elapsedMs: 'int',
  sha256: 'text',
  sha1: 'text',
})

const recordAttemptsSql = sql<never>(`
  with recorded as (
    update deliveries d
       set state = input.state, attempts = d.attempts + 1, due_at = input.due_at, leased_until = null,
           last_attempt_at = input.at, last_status = input.status, last_error = input.error,
           last_elapsed_ms = input.elapsed_ms,
           signature_sha256 = coalesce(input.sha256, d.signature_sha256),
           signature_sha1 = coalesce(input.sha1, d.signature_sha1)
      from ${attemptRows.input}
     where d.profile_id = input.profile_id and d.id = input.id and d.state in ('QUEUED', 'RETRYING')
       and d.leased_until = input.leased_until
    returning d.profile_id, d.subscription_id, d.subject, input.was_queued)
  update deliveries d set due_at = $1
    from recorded r
   where r.was_queued and d.subscription_id = r.subscription_id and d.profile_id = r.profile_id
     and d.subject = r.subject and d.state = 'QUEUED' and d.due_at is null
     and d.number = (select min(next.number) from deliveries next
                      where next.subscription_id = r.subscription_id
                        and next.profile_id = r.profile_id and next.subject = r.subject
                        and next.state = 'QUEUED' and next.due_at is null)`)

/**
 * Records attempts. After the first attempt of a delivery, the next delivery of the queue becomes due: the waiting delivery
 * with the lowest number, not with number + 1, so that an event that was dispatched late is not skipped. An
 * attempt whose lease is not the latest is not recorded: its delivery was redelivered or stopped, or leased again after the
 * lease had expired. Call `lockQueues` first.
 */
export async function recordAttempts(
  tx: Tx,
  attempts: readonly Attempt[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = attempts.map(({ delivery, signatures, ...attempt }) => ({
    ...attempt,
    profileId: delivery.profileId,
    id: delivery.id,
    leasedUntil: delivery.leasedUntil,
    wasQueued: delivery.state === 'QUEUED',
    sha256: signatures?.sha256,
    sha1: signatures?.sha1,
  }))
  await tx.rows(recordAttemptsSql, [now.toString(), ...attemptRows.arraysOf(rows)])
}
