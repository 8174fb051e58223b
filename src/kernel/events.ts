// Events are facts, written in the same transaction as what they report; that table is the outbox.
// They leave the building through the webhooks module; nothing inside the service listens to them.

import type { Static, TObject } from 'typebox'
import { type WriteStep, writeStep } from './database/write-step.ts'
import type { Id } from './ids.ts'

export type EventScope = 'application' | 'profile'

export type EventKind<T extends TObject = TObject> = {
  readonly name: `${string}#${string}`
  /** Newest last. A subscription names the version it wants. */
  readonly versions: readonly [string, ...string[]]
  /** Which kinds of subscription may ask for it (Facts 2.3). */
  readonly scopes: readonly EventScope[]
  readonly summary: string
  /** The `data` of the envelope. */
  readonly payload: T
}

export function eventKind<T extends TObject>(kind: EventKind<T>): EventKind<T> {
  return kind
}

/** What an event is about: deliveries about one subject keep the order of its numbers (D34). */
export type Subject = `${string}:${number | string}`

export type NewEvent = {
  readonly kind: EventKind
  readonly profileId: Id<'profile'>
  readonly subject: Subject
  /** Counts the events of the subject; given under the lock of the subject's row. */
  readonly number: number
  readonly payload: object
  readonly occurredAt: Temporal.Instant
}

export function newEvent<T extends TObject>(
  kind: EventKind<T>,
  about: Omit<NewEvent, 'kind' | 'payload'>,
  payload: Static<T>,
): NewEvent {
  return { kind: kind as unknown as EventKind, ...about, payload: payload as object }
}

const announced = writeStep({
  name: 'announced',
  input: {
    profileId: 'bigint',
    name: 'text',
    subject: 'text',
    number: 'int',
    payload: 'json',
    occurredAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `announced as (
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    select profile_id, name, subject, number, payload, occurred_at from ${input}
    returning id)`,
})

/** The write step that announces. Numbers must have been given under the subjects' locks. */
export function recordEvents(...events: readonly NewEvent[]): WriteStep {
  return announced(events.map(({ kind, ...event }) => ({ ...event, name: kind.name })))
}
