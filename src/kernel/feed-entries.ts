// Entries of a sandbox's live feed that no other table stores: delivery attempts, actions of sweeps and moves of the
// clock. An entry is written in the transaction of the change that it reports. Live mode has no feed and no entries.

import { sql, type Tx } from './database/db.ts'

/** An entry with this profile is visible to every user of the sandbox. */
export const EVERY_PROFILE = 0

export type DeliveryAttempt = {
  readonly deliveryId: string
  readonly subscriptionId: string
  /** The type of the event, such as `transfers#state-change`. */
  readonly name: string
  /** The subject of the event, such as `transfer:34`. */
  readonly resource: string
  readonly attempt: number
  readonly state: string
  readonly status: number | null
  readonly error: string | null
  readonly latencyMs: number
  readonly nextAttemptAt: string | null
}
export type SweepAction = {
  readonly sweep: string
  readonly summary: string
  /** The key of the row that the sweep acted on. */
  readonly row: string
}
export type ClockMove = { readonly from: string; readonly to: string }

type EntryData = { delivery: DeliveryAttempt; timer: SweepAction; clock: ClockMove }

export type NewFeedEntry = {
  [K in keyof EntryData]: {
    readonly kind: K
    readonly profileId: number
    readonly data: EntryData[K]
    readonly at: Temporal.Instant
  }
}[keyof EntryData]

const insertFeedEntriesSql = sql<never>(`
  insert into feed_entries (profile_id, kind, data, occurred_at)
  select e.profile_id, e.kind, e.data::json, e.occurred_at
    from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
      as e (profile_id, kind, data, occurred_at)`)

/** Adds entries to the feed, in the transaction `tx` that makes the changes which they report. */
export async function recordInFeed(tx: Tx, entries: readonly NewFeedEntry[]): Promise<void> {
  await tx.rows(insertFeedEntriesSql, [
    entries.map(({ profileId }) => profileId),
    entries.map(({ kind }) => kind),
    entries.map(({ data }) => JSON.stringify(data)),
    entries.map(({ at }) => at.toString()),
  ])
}
