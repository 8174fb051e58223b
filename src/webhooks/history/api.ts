// Lists the events of a profile, for people who test a client. Programs receive events through a subscription.

import { readCursor } from '../../kernel/cursor-pages.ts'
import { reads } from '../../kernel/endpoint.ts'
import { EventCursorInvalid } from '../errors.ts'
import { ProfileParams } from '../schemas.ts'
import { Events, EventsQuery, PAGE_SIZE_DEFAULT, showEvents } from './schemas.ts'
import { EXAMINED_EVENTS_MAX, listEventsBefore } from './store.ts'

export const listEvents = reads(
  {
    id: 'webhooks.list-events',
    operationId: 'listEvents',
    route: 'GET /v1/sandbox/profiles/{profileId}/events',
    summary: 'List the events of a profile, newest first.',
    spec: 'D129, gap 970',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: ProfileParams,
    query: EventsQuery,
    reply: Events,
    errors: [EventCursorInvalid],
  },
  async (db, { params: { profileId }, query: { resource, nextCursor, size: requestedSize } }) => {
    const beforeId = readCursor(nextCursor, EventCursorInvalid)
    // A query with a resource leaves most examined events out, so its pages examine the maximum number of events.
    const size = requestedSize ?? (resource === undefined ? PAGE_SIZE_DEFAULT : EXAMINED_EVENTS_MAX)
    return showEvents(await listEventsBefore(db, profileId, { beforeId, resource, size }))
  },
)
