// SQL that lists events for people. The dispatch of deliveries reads events by other statements.

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

/**
 * How many events of the profile a page examines at most; a choice of this project. The page filters the examined events by
 * resource, because no index contains subjects.
 */
export const EXAMINED_EVENTS_MAX = 1000

export type HistoricEvent = {
  readonly id: Id<'event'>
  readonly name: string
  readonly resource: string
  readonly number: number
  readonly payload: Readonly<Record<string, unknown>>
  readonly occurredAt: Temporal.Instant
}

/** `next` is the id before which the next page begins; null on the last page. */
export type EventPage = { readonly events: readonly HistoricEvent[]; readonly next: number | null }

// `page` has a row even when no event matches, so that `next` is always returned.
const listEventsSql = sql<
  { readonly next: number | null } & (HistoricEvent | { readonly id: null })
>(`
  with examined as materialized (
    select e.id, e.name, e.subject, e.number, e.payload, e.occurred_at from events e
     where e.profile_id = $1 and e.id < $2 order by e.id desc limit $3),
  page as (
    select case when count(*) = $3 then min(id) end as next from examined)
  select page.next, e.id, e.name, e.subject as resource, e.number, e.payload, e.occurred_at
    from page
    left join examined e on $4::text is null or e.subject = $4
   order by e.id desc`)

/** Examines the `size` newest events before `beforeId`. Returns them newest first; with `resource`, only the events about this resource. */
export async function listEventsBefore(
  db: Reader,
  profileId: Id<'profile'>,
  { beforeId, size, resource }: { beforeId: number; size: number; resource: string | undefined },
): Promise<EventPage> {
  const rows = await db.rows(listEventsSql, [profileId, beforeId, size, resource ?? null])
  return { events: rows.filter((row) => row.id !== null), next: rows[0]?.next ?? null }
}
