import { sweep } from '../kernel/sweep.ts'
import { deliverInBackground, deliverNow, type Tools } from './deliver.ts'
import { dispatchEvents } from './dispatch-events.ts'
import { SLOTS_MAX } from './share-slots.ts'

const DISPATCHED_AT_ONCE_MAX = 1000

export const dispatch = sweep({
  name: 'webhooks.dispatch',
  summary: 'Events become deliveries to the subscriptions that match.',
  table: 'events',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 'occurred_at',
  where: 'dispatched_at is null',
  eager: true,
  batchMax: DISPATCHED_AT_ONCE_MAX,
  run: (db, now) => dispatchEvents(db, now, DISPATCHED_AT_ONCE_MAX),
})

export const send = sweep({
  name: 'webhooks.deliver',
  summary: 'Deliveries that are due are signed, posted and recorded.',
  table: 'deliveries',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 'due_at',
  where: 'due_at is not null',
  eager: true,
  batchMax: SLOTS_MAX,
  run: (db, now, tools: Tools) =>
    tools.background ? deliverInBackground(db, now, tools) : deliverNow(db, now, tools),
})
