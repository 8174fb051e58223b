// Every statement about events on their way out and about deliveries.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Waiting } from './share-slots.ts'
import type { DeliveryState } from './states.ts'
import { subscribersOf } from './store.ts'

/** More than are taken up at once. */
const TAKEN_MAX = 10_000

const undispatched = sql<{ some: boolean }>(`
  select exists (select 1 from events where dispatched_at is null) as some`)

export async function hasUndispatched(db: Reader): Promise<boolean> {
  return (await db.row(undispatched))?.some ?? false
}

const LINES_LOCK = 7_301_027
// What is written under the lock may be lost with the server's power: then a message is sent twice,
// which its id tells the receiver. So nobody waits for the disk.
const lockLines = sql<never>(`select pg_advisory_xact_lock(${LINES_LOCK})`)
const lockLinesLightly = sql<never>(`
  select pg_advisory_xact_lock(${LINES_LOCK}), set_config('synchronous_commit', 'off', true)`)

/**
 * Makes the lines of deliveries stand still until the transaction ends. Who puts a delivery at the
 * end of a line and who calls up the next one must not miss each other.
 */
export async function holdLines(tx: Tx, loss: 'never' | 'tolerated' = 'never'): Promise<void> {
  await tx.rows(loss === 'never' ? lockLines : lockLinesLightly)
}

export type MatchedEvent = {
  profileId: Id<'profile'>
  eventName: string
  subject: string
  number: number
  payload: object
  occurredAt: Temporal.Instant
  subscriptionId: string
  version: string
}

const take = sql<{ taken: number } & (MatchedEvent | { subscriptionId: null })>(`
  with taken as materialized (
    select profile_id, id, name, subject, number, payload, occurred_at,
           row_number() over (order by id) as place
      from events where dispatched_at is null
     order by id limit $2),
  marked as (
    update events e set dispatched_at = $1
      from taken t
     where t.place between 1 and ${TAKEN_MAX} and e.profile_id = t.profile_id and e.id = t.id)
  select taken.count as taken, m.profile_id, m.name as event_name, m.subject, m.number, m.payload,
         m.occurred_at, m.subscription_id, m.version
    from (select count(*)::int from taken) taken
    left join (${subscribersOf('taken', 'e.*')}) m on true
   order by m.id, m.subscription_id`)

/** Marks the oldest events as dispatched. Answers how many, and who is to be told of which. */
export async function takeEvents(
  tx: Tx,
  now: Temporal.Instant,
  max: number,
): Promise<{ taken: number; matched: MatchedEvent[] }> {
  const rows = await tx.rows(take, [now.toString(), max])
  const matched = rows.filter((row) => row.subscriptionId !== null)
  return { taken: rows[0]?.taken ?? 0, matched }
}

export type NewDelivery = {
  readonly profileId: number
  readonly subscriptionId: string
  readonly eventName: string
  readonly subject: string
  readonly number: number
  readonly test: boolean
  readonly body: string
  /** Another delivery of its line stands before it in the same insert. */
  readonly behind: boolean
}

const insertDeliveryRows = sql<{ id: string }>(`
  insert into deliveries
    (profile_id, subscription_id, event_name, subject, number, test, body, state, due_at, created_at)
  select n.profile_id, n.subscription_id, n.event_name, n.subject, n.number, n.test, n.body, 'QUEUED',
         case when n.behind or exists (
                select 1 from deliveries d
                 where d.subscription_id = n.subscription_id and d.profile_id = n.profile_id
                   and d.subject = n.subject and d.state = 'QUEUED')
              then null else $9::timestamptz end,
         $9
    from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::boolean[],
                $7::text[], $8::boolean[]) with ordinality
      as n (profile_id, subscription_id, event_name, subject, number, test, body, behind, position)
   order by n.position
  returning id`)

/** Puts each at the end of its line. The lines must be held. Answers the ids, in the same order. */
export async function insertDeliveries(
  tx: Tx,
  rows: readonly NewDelivery[],
  now: Temporal.Instant,
): Promise<string[]> {
  const inserted = await tx.rows(insertDeliveryRows, [
    rows.map(({ profileId }) => profileId),
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ eventName }) => eventName),
    rows.map(({ subject }) => subject),
    rows.map(({ number }) => number),
    rows.map(({ test }) => test),
    rows.map(({ body }) => body),
    rows.map(({ behind }) => behind),
    now.toString(),
  ])
  return inserted.map(({ id }) => id)
}

export type LeasedDelivery = {
  profileId: number
  id: string
  subscriptionId: string
  url: string
  body: string
  test: boolean
  state: DeliveryState
  attempts: number
  signatureSha256: string | null
  signatureSha1: string | null
}

// The subscriptions are found by hopping through the index; of a long queue only the part that could be
// sent is counted, so that it costs no more than a short one.
const waiting = sql<Waiting>(`
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

/** The subscriptions with deliveries that are due and not out; who has waited longest comes first. */
export function listWaiting(tx: Tx, now: Temporal.Instant, dueMax: number): Promise<Waiting[]> {
  return tx.rows(waiting, [now.toString(), dueMax])
}

// What is due is few, whatever the planner believes of a limit that it does not know: the range of
// `place` tells it so, or it would read all deliveries there are for each lease.
const lease = sql<LeasedDelivery>(`
  with due as materialized (
    select found.profile_id, found.id, row_number() over (order by found.due_at) as place
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
   where due.place between 1 and ${TAKEN_MAX}
     and d.profile_id = due.profile_id and d.id = due.id and s.id = d.subscription_id
  returning d.profile_id, d.id, d.subscription_id, s.url, d.body, d.test, d.state, d.attempts,
            d.signature_sha256, d.signature_sha1`)

/**
 * Takes as many as `shares` says of what is due at `now`, for `seconds` of real time: nobody else sends it
 * meanwhile.
 */
export function leaseDeliveries(
  tx: Tx,
  now: Temporal.Instant,
  shares: ReadonlyMap<string, number>,
  seconds: number,
): Promise<LeasedDelivery[]> {
  return tx.rows(lease, [now.toString(), [...shares.keys()], [...shares.values()], seconds])
}

const leasedElsewhere = sql<{ some: boolean }>(`
  select exists (select 1 from deliveries
                  where due_at <= $1 and leased_until > clock_timestamp()) as some`)

/** Whether something that is due at `now` is out in another process. */
export async function isOutElsewhere(db: Reader, now: Temporal.Instant): Promise<boolean> {
  return (await db.row(leasedElsewhere, [now.toString()]))?.some ?? false
}

export type Attempt = {
  readonly delivery: LeasedDelivery
  readonly at: Temporal.Instant
  readonly state: DeliveryState
  readonly dueAt: Temporal.Instant | undefined
  readonly status: number | undefined
  readonly error: string | undefined
  readonly elapsedMs: number
  /** Kept when there will be another attempt. */
  readonly signatures: { readonly sha256: string; readonly sha1: string } | undefined
}

const record = sql<never>(`
  with attempts as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[],
                         $6::int[], $7::text[], $8::int[], $9::text[], $10::text[], $11::boolean[],
                         $13::int[])
      as a (profile_id, id, state, at, due_at, status, error, elapsed_ms, sha256, sha1, in_line,
            before)),
  recorded as (
    update deliveries d
       set state = a.state, attempts = d.attempts + 1, due_at = a.due_at, leased_until = null,
           last_attempt_at = a.at, last_status = a.status, last_error = a.error,
           last_elapsed_ms = a.elapsed_ms,
           signature_sha256 = coalesce(a.sha256, d.signature_sha256),
           signature_sha1 = coalesce(a.sha1, d.signature_sha1)
      from attempts a
     where d.profile_id = a.profile_id and d.id = a.id and d.state in ('QUEUED', 'RETRYING')
       and d.attempts = a.before
    returning d.profile_id, d.subscription_id, d.subject, a.in_line)
  update deliveries d set due_at = $12
    from recorded r
   where r.in_line and d.subscription_id = r.subscription_id and d.profile_id = r.profile_id
     and d.subject = r.subject and d.state = 'QUEUED' and d.due_at is null
     and d.number = (select min(next.number) from deliveries next
                      where next.subscription_id = r.subscription_id
                        and next.profile_id = r.profile_id and next.subject = r.subject
                        and next.state = 'QUEUED' and next.due_at is null)`)

/**
 * Records attempts, and makes due the waiting delivery with the least number of each line whose first attempt
 * is over. The least of all that wait, not the next number: an event that was dispatched late must not be
 * skipped. An attempt that was out when its delivery began a new series counts in neither. The lines must be
 * held.
 */
export async function recordAttempts(
  tx: Tx,
  attempts: readonly Attempt[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(record, [
    attempts.map(({ delivery }) => delivery.profileId),
    attempts.map(({ delivery }) => delivery.id),
    attempts.map(({ state }) => state),
    attempts.map(({ at }) => at.toString()),
    attempts.map(({ dueAt }) => dueAt?.toString() ?? null),
    attempts.map(({ status }) => status ?? null),
    attempts.map(({ error }) => error ?? null),
    attempts.map(({ elapsedMs }) => elapsedMs),
    attempts.map(({ signatures }) => signatures?.sha256 ?? null),
    attempts.map(({ signatures }) => signatures?.sha1 ?? null),
    attempts.map(({ delivery }) => delivery.state === 'QUEUED'),
    now.toString(),
    attempts.map(({ delivery }) => delivery.attempts),
  ])
}
