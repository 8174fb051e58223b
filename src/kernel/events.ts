// Events report changes. They are written in the same transaction as the change, into a table that is the outbox. The
// webhooks module sends and lists them, and the feed of a sandbox shows them; no use case acts on them.

import type { Static, TObject } from 'typebox'
import { type WriteStep, writeStep } from './database/write-step.ts'
import type { Id } from './ids.ts'

export type EventScope = 'application' | 'profile'

export type EventKind<T extends TObject = TObject> = {
  readonly name: `${string}#${string}`
  /** Newest last. A subscription names one of them. */
  readonly versions: readonly [string, ...string[]]
  /** The kinds of subscription that may receive the event (Facts 2.3). */
  readonly scopes: readonly EventScope[]
  readonly summary: string
  /** The `data` of the envelope. */
  readonly payload: T
}

export function eventKind<T extends TObject>(kind: EventKind<T>): EventKind<T> {
  return kind
}

/**
 * The resource that an event is about, such as `transfer:34`. Deliveries about one subject are sent in the order of its event
 * numbers (D34).
 */
export type Subject = `${string}:${number | string}`

export type NewEvent = {
  readonly kind: Pick<EventKind, 'name'>
  readonly profileId: Id<'profile'>
  readonly subject: Subject
  /**
   * The sequence number within the subject. It must be read under the lock of the subject's row, or the write must have a
   * guard on the event count.
   */
  readonly number: number
  readonly payload: object
  readonly occurredAt: Temporal.Instant
}

export function newEvent<T extends TObject>(
  kind: EventKind<T>,
  about: Omit<NewEvent, 'kind' | 'payload'>,
  payload: Static<T>,
): NewEvent {
  return { kind, ...about, payload: payload as object }
}

const recordEventsStep = writeStep({
  name: 'events_recorded',
  input: {
    profileId: 'bigint',
    name: 'text',
    subject: 'text',
    number: 'int',
    payload: 'json',
    occurredAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `events_recorded as (
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    select profile_id, name, subject, number, payload, occurred_at from ${input}
    returning id)`,
})

/**
 * Returns the write step that inserts the events. Their numbers must have been read as `NewEvent.number` requires.
 */
export function recordEvents(...events: readonly NewEvent[]): WriteStep {
  return recordEventsStep(events.map(({ kind, ...event }) => ({ ...event, name: kind.name })))
}
