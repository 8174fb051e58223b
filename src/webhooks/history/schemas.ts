// Request and reply shapes of the operation that lists events.

import Type, { type Static } from 'typebox'
import { nextCursorField } from '../../kernel/cursor-pages.ts'
import { statesOf } from '../../kernel/event-states.ts'
import { idOut } from '../../kernel/ids.ts'
import { input, instantOut, nullable, toMillisecond } from '../../kernel/wire.ts'
import { type EventPage, EXAMINED_EVENTS_MAX, type HistoricEvent } from './store.ts'

/** In characters; longer than the subject of any event. A choice of this project. */
const RESOURCE_LENGTH_MAX = 80
/** How many events a page examines when the query names neither a size nor a resource; a choice of this project. */
export const PAGE_SIZE_DEFAULT = 50

export const EventsQuery = input({
  resource: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: RESOURCE_LENGTH_MAX,
      description: 'Only events about this resource',
      examples: ['transfer:12'],
    }),
  ),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: EXAMINED_EVENTS_MAX,
      description: `The maximum number of events that a page examines. The default is ${PAGE_SIZE_DEFAULT}, or ${EXAMINED_EVENTS_MAX} with a resource.`,
    }),
  ),
  nextCursor: nextCursorField,
})

const state = (description: string) => nullable(Type.String({ description }))

const Event = Type.Object(
  {
    id: idOut('event'),
    name: Type.String({
      description: 'The event, as a subscription names it',
      examples: ['transfers#state-change'],
    }),
    resource: Type.String({
      description: 'The resource that the event is about: its kind and its id',
      examples: ['transfer:12'],
    }),
    number: Type.Integer({
      description: 'The number of the event among the events of the resource, from 1',
      examples: [2],
    }),
    from: state('The state before the event; null where the event does not report that state'),
    to: state('The state after; null where the event reports no state'),
    occurredAt: instantOut('When the event happened, by the sandbox clock'),
  },
  { title: 'ResourceEvent' },
)

export const Events = Type.Object(
  {
    cursor: nullable(
      Type.String({
        description:
          'The cursor of the next page; null on the last page. With a resource, a page without events may have a next page.',
      }),
    ),
    events: Type.Array(Event, { description: 'Newest first' }),
  },
  { title: 'ResourceEventPage' },
)

export function showEvents({ events, next }: EventPage): Static<typeof Events> {
  return { cursor: next === null ? null : String(next), events: events.map(showEvent) }
}

function showEvent({ payload, occurredAt, ...event }: HistoricEvent): Static<typeof Event> {
  const { id, name, resource, number } = event
  const { from, to } = statesOf(payload)
  return { id, name, resource, number, from, to, occurredAt: toMillisecond(occurredAt) }
}
