// SQL for subscriptions.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'

/** The owner of a subscription: an application or a profile. */
export type Owner =
  | { readonly applicationId: Id<'application'>; readonly profileId: null }
  | { readonly applicationId: null; readonly profileId: Id<'profile'> }

export type SubscriptionRow = {
  readonly id: string
  readonly domain: 'application' | 'profile'
  /** The application's client key, or the profile's id. */
  readonly domainId: string
  readonly name: string
  readonly eventName: string
  readonly version: string
  readonly url: string
  /** The client key of the application, or the id of the user. */
  readonly createdBy: string
  readonly createdAt: Temporal.Instant
}

const subscriptionColumns = `
  s.id, case when s.profile_id is null then 'application' else 'profile' end as domain,
  coalesce(s.profile_id::text, (select a.client_key from applications a where a.id = s.application_id))
    as domain_id,
  s.name, s.event_name, s.version, s.url, s.created_by, s.created_at`

const isOwnedSql = '(s.application_id = $1 or s.profile_id = $2) and s.deleted_at is null'

/** The owner as a key, such as `profile:12`. */
export function ownerKey({ applicationId, profileId }: Owner): string {
  return applicationId === null ? `profile:${profileId}` : `application:${applicationId}`
}

const ownerIds = ({ applicationId, profileId }: Owner) => [applicationId, profileId]

const lockOwnerSql = sql<never>(`
  select pg_advisory_xact_lock(hashtextextended('subscriptions:' || $1, 0))`)

const countSubscriptionsSql = sql<{ subscriptions: number }>(`
  select count(*)::int as subscriptions from subscriptions s where ${isOwnedSql}`)

export async function countSubscriptions(db: Reader, owner: Owner): Promise<number> {
  return (await db.row(countSubscriptionsSql, ownerIds(owner)))?.subscriptions ?? 0
}

/** Counts the owner's subscriptions under a lock: until the transaction ends, no other request adds one. */
export async function lockAndCountSubscriptions(tx: Tx, owner: Owner): Promise<number> {
  await tx.rows(lockOwnerSql, [ownerKey(owner)])
  return countSubscriptions(tx, owner)
}

const insertSubscriptionSql = sql<{ id: string }>(`
  insert into subscriptions
    (application_id, profile_id, name, event_name, version, url, created_by, created_at,
     through_application_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning id`)

export type NewSubscription = Pick<
  SubscriptionRow,
  'name' | 'eventName' | 'version' | 'url' | 'createdBy' | 'createdAt'
> & {
  /** The application whose token created the subscription of a profile; null for a personal token. */
  readonly throughApplicationId: Id<'application'> | null
}

export async function insertSubscription(
  tx: Tx,
  owner: Owner,
  { throughApplicationId, createdAt, ...input }: NewSubscription,
): Promise<string | undefined> {
  const { name, eventName, version, url, createdBy } = input
  const values = [name, eventName, version, url, createdBy, createdAt.toString()]
  const row = await tx.row(insertSubscriptionSql, [
    ...ownerIds(owner),
    ...values,
    throughApplicationId,
  ])
  return row?.id
}

const findSubscriptionSql = sql<SubscriptionRow>(`
  select ${subscriptionColumns} from subscriptions s where ${isOwnedSql} and s.id = $3`)

export function findSubscription(
  db: Reader,
  owner: Owner,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db.row(findSubscriptionSql, [...ownerIds(owner), id])
}

const listSubscriptionsSql = sql<SubscriptionRow>(`
  select ${subscriptionColumns} from subscriptions s where ${isOwnedSql} order by s.id`)

/** Oldest first. */
export function listSubscriptions(db: Reader, owner: Owner): Promise<SubscriptionRow[]> {
  return db.rows(listSubscriptionsSql, ownerIds(owner))
}

const hasSubscriptionSql = sql<{ found: boolean }>(`
  select exists (select 1 from subscriptions where id = $1 and deleted_at is null) as found`)

/** Returns whether a subscription has this id and is not deleted. */
export async function hasSubscription(db: Reader, id: string): Promise<boolean> {
  return (await db.row(hasSubscriptionSql, [id]))?.found ?? false
}

const markDeletedSql = sql<{ id: string }>(`
  update subscriptions s set deleted_at = $4 where ${isOwnedSql} and s.id = $3 returning s.id`)

/** Returns false when the owner has no subscription with this id. */
export async function markDeleted(
  tx: Tx,
  owner: Owner,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(markDeletedSql, [...ownerIds(owner), id, now.toString()])) !== undefined
}

// The subscriptions that may receive an event of a profile: subscriptions of the profile, and subscriptions of applications
// to which the user has given a live grant; sign-up counts as a grant (D119). A subscription that an application created with
// a user's token needs the grant, too; otherwise it would receive events after the revocation. `event` is a relation with
// the columns profile_id and name.
export const subscribersOf = (event: string, columns: string) => `
  select ${columns}, s.id as subscription_id, s.version
    from ${event} e
    join subscriptions s
      on s.profile_id = e.profile_id and s.event_name = e.name and s.deleted_at is null
         and (s.through_application_id is null or exists (
               select 1 from profile_owners o join grants g on g.user_id = o.user_id
                where o.profile_id = e.profile_id and g.application_id = s.through_application_id
                  and g.revoked_at is null))
  union all
  select ${columns}, s.id, s.version
    from ${event} e
    join profile_owners o on o.profile_id = e.profile_id
    join grants g on g.user_id = o.user_id and g.revoked_at is null
    join subscriptions s
      on s.application_id = g.application_id and s.event_name = e.name
         and s.deleted_at is null`

const hasSubscriberSql = sql<{ subscribed: boolean }>(`
  with event (profile_id, name) as (values ($1::bigint, $2::text))
  select exists (${subscribersOf('event', '1')}) as subscribed`)

/** Whether any subscription would receive an event with this name about this profile. */
export async function hasSubscriber(
  db: Reader,
  profileId: Id<'profile'>,
  eventName: string,
): Promise<boolean> {
  return (await db.row(hasSubscriberSql, [profileId, eventName]))?.subscribed ?? false
}
