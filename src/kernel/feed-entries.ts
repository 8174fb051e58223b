// Entries of a sandbox's live feed that no other table stores: delivery attempts, actions of sweeps and moves of the
// clock. An entry is written in the transaction of the change that it reports. Live mode has no feed and no entries.

import { sql, type Tx } from './database/db.ts'
import { unnestRows } from './database/unnest-rows.ts'

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
  /** In RFC 3339; null when no attempt follows. */
  readonly nextAttemptAt: string | null
}
type SweepAction = {
  readonly sweep: string
  readonly summary: string
  /** The id of the row that the sweep acted on. */
  readonly row: string
}
/** The times of the sandbox clock before and after its move, in RFC 3339. */
type ClockMove = { readonly from: string; readonly to: string }

type EntryData = { delivery: DeliveryAttempt; timer: SweepAction; clock: ClockMove }

export type NewFeedEntry = {
  [K in keyof EntryData]: {
    readonly kind: K
    readonly profileId: number
    readonly data: EntryData[K]
    readonly at: Temporal.Instant
  }
}[keyof EntryData]

const newEntries = unnestRows(1, {
  profileId: 'bigint',
  kind: 'text',
  data: 'text',
  at: 'timestamptz',
})

const insertFeedEntriesSql = sql<never>(`
  insert into feed_entries (profile_id, kind, data, occurred_at)
  select input.profile_id, input.kind, input.data::json, input.at from ${newEntries.input}`)

/** Adds entries to the feed, in the transaction `tx` that makes the changes which they report. */
export async function recordInFeed(tx: Tx, entries: readonly NewFeedEntry[]): Promise<void> {
  const rows = entries.map(({ data, ...entry }) => ({ ...entry, data: JSON.stringify(data) }))
  await tx.rows(insertFeedEntriesSql, newEntries.arraysOf(rows))
}
