// Request and reply shapes of the feed.

import Type, { type Static, type TSchema } from 'typebox'
import { statesOf } from '../kernel/event-states.ts'
import { idOut } from '../kernel/ids.ts'
import { idIn, input, instantOut, nullable, toMillisecond, uuid } from '../kernel/wire.ts'
import { formatPosition, POSITION_LENGTH_MAX, type Position, RECENT_MAX } from './model.ts'
import {
  ATTEMPTS_MAX,
  type AttemptRow,
  type EntryRow,
  type EventRow,
  type FoundRow,
  type RequestRow,
} from './store.ts'

const EXAMPLE_POSITION = '81234:81236:81234'

export const FeedQuery = input({
  after: Type.Optional(
    Type.String({
      maxLength: POSITION_LENGTH_MAX,
      description:
        'The position of an entry or a page, after which to begin; when absent, the feed begins now. The header Last-Event-ID, which browsers send when they connect again, takes precedence.',
    }),
  ),
  recent: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RECENT_MAX,
      description:
        'Without a position: begin about this many requests and events ago instead of now. All other entries since then are sent too.',
    }),
  ),
})

/** The fields of every entry, and those of its kind. */
function entry<const K extends string, P extends Record<string, TSchema>>(
  kind: K,
  title: string,
  description: string,
  fields: P,
) {
  return Type.Object(
    {
      kind: Type.Literal(kind, { description }),
      position: Type.String({
        description: 'Send this position as after or Last-Event-ID to go on after this entry',
        examples: [EXAMPLE_POSITION],
      }),
      at: instantOut(
        'When the entry happened, by the clock of the sandbox. For a request: when it was answered, in real time.',
      ),
      ...fields,
    },
    { title },
  )
}

const ofProfile = { profileId: idOut('profile', 'The profile that the entry belongs to') }

const RequestEntry = entry('request', 'FeedRequest', 'A request was answered', {
  requestId: idOut('request', 'The id of the request in the log of requests'),
  operation: Type.String({ description: 'The operation id', examples: ['createTransfer'] }),
  method: Type.String({ description: 'The HTTP method', examples: ['POST'] }),
  path: Type.String({ description: 'The path without its query', examples: ['/v1/transfers'] }),
  onlyReads: Type.Boolean({
    description: 'Whether the operation changes nothing',
    examples: [false],
  }),
  status: Type.Integer({ description: 'The status of the reply', examples: [200] }),
  durationMicros: Type.Integer({
    description: 'Microseconds until the reply was ready',
    examples: [2150],
  }),
  profileId: nullable(
    idOut('profile', 'The profile that the path names; null when it names none or may not be kept'),
  ),
  applicationId: nullable(
    idOut('application', 'The application that sent the request; null for a person'),
  ),
  traceId: uuid('The value of the reply header x-trace-id'),
  errorCodes: Type.Array(Type.String(), { description: 'The codes of the errors of a refusal' }),
})

const ofEvent = {
  ...ofProfile,
  name: Type.String({ description: 'The kind of event', examples: ['transfers#state-change'] }),
  resource: Type.String({
    description: 'The resource that the event is about',
    examples: ['transfer:16521632'],
  }),
}

const EventEntry = entry(
  'event',
  'FeedEvent',
  'An event of the catalogue was written, and the event does not report a state',
  ofEvent,
)

const TransitionEntry = entry(
  'transition',
  'FeedTransition',
  'An event of the catalogue was written, and the event reports a state',
  {
    ...ofEvent,
    from: nullable(
      Type.String({
        description: 'The state before; null when the event does not report this state',
        examples: ['processing'],
      }),
    ),
    to: Type.String({ description: 'The new state', examples: ['funds_converted'] }),
  },
)

const ofAttempt = {
  attempt: Type.Integer({
    description: 'The number of the attempt; begins with 1 again after a redelivery',
    examples: [1],
  }),
  state: Type.String({
    description: 'The state of the delivery after the attempt',
    examples: ['DELIVERED'],
  }),
  status: nullable(
    Type.Integer({ description: 'The HTTP status of the receiver; null without a reply' }),
  ),
  error: nullable(Type.String({ description: 'Why no reply came; null when a reply came' })),
  latencyMs: Type.Integer({
    description: 'Milliseconds until the reply, or until the attempt failed',
    examples: [12],
  }),
  nextAttemptAt: nullable(
    instantOut('When the webhook is sent again; null when it is not sent again'),
  ),
}

export const AttemptsParams = Type.Object({
  profileId: idIn('profile'),
  deliveryId: uuid('The id of the delivery'),
})

export const DeliveryAttempts = Type.Array(
  Type.Object(
    { at: instantOut('When the attempt was made, by the clock of the sandbox'), ...ofAttempt },
    { title: 'DeliveryAttempt' },
  ),
  { title: 'DeliveryAttemptList', description: `Newest first, at most ${ATTEMPTS_MAX}` },
)

export function showAttempt({ at, data }: AttemptRow): Static<typeof DeliveryAttempts>[number] {
  const { attempt, state, status, error, latencyMs, nextAttemptAt } = data
  return { at: toMillisecond(at), attempt, state, status, error, latencyMs, nextAttemptAt }
}

const DeliveryEntry = entry(
  'delivery',
  'FeedDelivery',
  'A webhook was sent, or could not be sent',
  {
    ...ofProfile,
    deliveryId: uuid('The id of the delivery'),
    subscriptionId: uuid('The id of the subscription'),
    name: Type.String({ description: 'The kind of event', examples: ['transfers#state-change'] }),
    resource: Type.String({
      description: 'The resource that the event is about',
      examples: ['transfer:16521632'],
    }),
    ...ofAttempt,
  },
)

const TimerEntry = entry('timer', 'FeedTimer', 'A sweep acted on a row that was due', {
  ...ofProfile,
  sweep: Type.String({ description: 'The sweep that acted', examples: ['transfers.lapse'] }),
  summary: Type.String({ description: 'The work of the sweep, as a sentence' }),
  row: Type.String({ description: 'The id of the row that was due', examples: ['16521632'] }),
})

const ClockEntry = entry('clock', 'FeedClock', 'The clock of the sandbox was moved', {
  from: instantOut('The time before'),
  to: instantOut('The new time'),
})

export const FeedEntry = Type.Union(
  [RequestEntry, EventEntry, TransitionEntry, DeliveryEntry, TimerEntry, ClockEntry],
  { title: 'FeedEntry', description: 'Something that happened in the sandbox' },
)
export type FeedEntry = Static<typeof FeedEntry>

export const FeedPage = Type.Object(
  {
    position: Type.String({
      description: 'Send this position as after to get the next page',
      examples: [EXAMPLE_POSITION],
    }),
    isComplete: Type.Boolean({
      description: 'False when the next page may have entries that exist already',
      examples: [true],
    }),
    entries: Type.Array(FeedEntry, { description: 'Oldest first' }),
  },
  { title: 'FeedPage' },
)

export function showEntry({ source, found }: FoundRow, position: Position): FeedEntry {
  const fields = { position: formatPosition(position), at: toMillisecond(found.at) }
  if (source === 'e') return showEvent(found, fields)
  return source === 'r' ? showRequest(found, fields) : showOther(found, fields)
}

type EntryFields = { readonly position: string; readonly at: string }

function showEvent(
  { profileId, name, resource, payload }: EventRow,
  fields: EntryFields,
): FeedEntry {
  const { from, to } = statesOf(payload)
  const event = { ...fields, profileId, name, resource }
  return to === null ? { kind: 'event', ...event } : { kind: 'transition', ...event, from, to }
}

function showRequest({ row, request }: RequestRow, fields: EntryFields): FeedEntry {
  const { operation, method, path, onlyReads, status, profileId, applicationId, traceId } = request
  return {
    kind: 'request',
    ...fields,
    requestId: row,
    operation,
    method,
    path,
    onlyReads,
    status,
    traceId,
    durationMicros: request.durationUs,
    profileId,
    applicationId,
    errorCodes: [...new Set(request.errors.map(({ code }) => code))],
  }
}

/** The data of an entry has the fields of its kind. */
function showOther({ kind, profileId, data }: EntryRow, fields: EntryFields): FeedEntry {
  const owner = kind === 'clock' ? {} : { profileId }
  return { kind, ...fields, ...owner, ...data } as FeedEntry
}
