// The background work of webhooks: dispatch of events, and sending of deliveries.

import { sweep } from '../kernel/sweep.ts'
import { deliverInBackground, deliverNow, type SendingContext } from './deliveries/deliver.ts'
import { dispatchEvents } from './deliveries/dispatch-events.ts'
import { SLOTS_MAX } from './deliveries/share-slots.ts'

/** How many events one transaction dispatches at most. Meanwhile `lockQueues` blocks the recording of attempts. */
const EVENTS_PER_RUN_MAX = 1000

export const dispatch = sweep({
  name: 'webhooks.dispatch',
  summary: 'Turns events into deliveries to the matching subscriptions.',
  table: 'events',
  dueAt: 'occurred_at',
  where: 'dispatched_at is null',
  eager: true,
  batchMax: EVENTS_PER_RUN_MAX,
  run: (db, now) => dispatchEvents(db, now, EVENTS_PER_RUN_MAX),
})

export const deliver = sweep({
  name: 'webhooks.deliver',
  summary: 'Signs, posts and records the deliveries that are due.',
  table: 'deliveries',
  dueAt: 'due_at',
  where: 'due_at is not null',
  eager: true,
  batchMax: SLOTS_MAX,
  run: (db, now, context: SendingContext) =>
    context.background ? deliverInBackground(db, now, context) : deliverNow(db, now, context),
})
