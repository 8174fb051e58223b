// Request and reply shapes of inboxes.

import Type, { type Static } from 'typebox'
import { cursorOut, cutPage, nextCursorField, sizeField } from '../kernel/cursor-pages.ts'
import { input, instantOut, nullable, oneOf, toMillisecond, uuid } from '../kernel/wire.ts'
import { replyTimeout, signatureResults } from '../webhooks/index.ts'
import {
  DELAY_MS_MAX,
  encodeBody,
  encodings,
  INBOXES_MAX,
  REQUESTS_KEPT_MAX,
  STATUS_DEFAULT,
  STATUS_MAX,
  STATUS_MIN,
} from './model.ts'
import type { InboxRow, RequestRow, WholeRequestRow } from './store.ts'

/** Sizes of a page, in requests; a choice of this project. */
const PAGE_SIZE_MAX = 100
export const PAGE_SIZE_DEFAULT = 20
/** The number of a received request is an `int` of PostgreSQL. */
export const NUMBER_MAX = 2 ** 31 - 1

const replyStatus = Type.Integer({
  minimum: STATUS_MIN,
  maximum: STATUS_MAX,
  description: `The HTTP status with which the inbox answers; ${STATUS_DEFAULT} for a new inbox`,
  examples: [500],
})
const replyDelayMs = Type.Integer({
  minimum: 0,
  maximum: DELAY_MS_MAX,
  description: `Milliseconds that the inbox waits before it answers; 0 for a new inbox. A delivery fails when its reply takes more than ${replyTimeout.seconds} seconds.`,
  examples: [1000],
})

export const NewInbox = input(
  {
    replyStatus: Type.Optional(Type.Integer({ ...replyStatus, examples: [STATUS_DEFAULT] })),
    replyDelayMs: Type.Optional(Type.Integer({ ...replyDelayMs, examples: [0] })),
  },
  { title: 'CreateInboxRequest' },
)
export const InboxChange = input(
  { replyStatus: Type.Optional(replyStatus), replyDelayMs: Type.Optional(replyDelayMs) },
  { title: 'ChangeInboxRequest' },
)

const inboxId = uuid('The id of the inbox')

export const InboxParams = Type.Object({ inboxId })
export const ReceivedRequestParams = Type.Object({
  inboxId,
  number: Type.Integer({
    minimum: 1,
    maximum: NUMBER_MAX,
    description: 'The number of the request within the inbox',
    examples: [1],
  }),
})

export const Inbox = Type.Object(
  {
    id: inboxId,
    url: Type.String({
      description:
        'The URL of the inbox. Anybody who has it can send requests to the inbox; only you can read them.',
      examples: ['http://127.0.0.1:8080/console/inbox/3cf3dd96-903e-473a-9bb4-a5cf93450793'],
    }),
    replyStatus,
    replyDelayMs,
    receivedCount: Type.Integer({
      description: `The number of requests that the inbox has received; it keeps the newest ${REQUESTS_KEPT_MAX}`,
      examples: [2],
    }),
    createdAt: instantOut('When the inbox was created, by the sandbox clock'),
  },
  { title: 'Inbox' },
)

export const Inboxes = Type.Array(Inbox, {
  title: 'InboxList',
  description: `Oldest first, at most ${INBOXES_MAX}`,
})

export const ReceivedRequestsQuery = input({
  size: sizeField('requests', { max: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  nextCursor: nextCursorField,
})

const summaryFields = {
  number: Type.Integer({
    description: 'Counts the requests of the inbox, from 1',
    examples: [1],
  }),
  receivedAt: instantOut('When the request was received, by the sandbox clock'),
  bodyBytes: Type.Integer({ description: 'The size of the body, in bytes', examples: [312] }),
  signature: oneOf(
    signatureResults,
    'VALID: each signature header contains a signature that this installation made for these bytes. INVALID: at least one signature header contains none. MISSING: the request has no signature header.',
  ),
  eventType: nullable(
    Type.String({
      description:
        'The type of the event that the body reports; null when the body reports no event',
      examples: ['transfers#state-change'],
    }),
  ),
  deliveryId: nullable(
    Type.String({
      description: 'The header X-Delivery-Id; null when there is none',
      examples: ['3cf3dd96-903e-473a-9bb4-a5cf93450793'],
    }),
  ),
  test: Type.Boolean({ description: 'Whether the header X-Test-Notification is true' }),
}

export const ReceivedRequests = Type.Object(
  {
    cursor: cursorOut,
    requests: Type.Array(Type.Object(summaryFields, { title: 'ReceivedRequestSummary' }), {
      description: 'Newest first',
    }),
  },
  { title: 'ReceivedRequestPage' },
)

export const ReceivedRequest = Type.Object(
  {
    ...summaryFields,
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers of the request, from a short list, with names in lower case',
      examples: [{ 'content-type': 'application/json' }],
    }),
    body: Type.String({
      description: 'The exact body: as text, or in Base64 when it is not valid UTF-8',
      examples: ['{}'],
    }),
    bodyEncoding: oneOf(encodings, 'The encoding of `body` in this reply'),
  },
  { title: 'ReceivedRequest' },
)

/** The path of an inbox below the address of the service. */
export const INBOX_PATH = '/console/inbox'

export function showInbox(row: InboxRow, baseUrl: string): Static<typeof Inbox> {
  const { id, createdAt } = row
  return { ...row, url: `${baseUrl}${INBOX_PATH}/${id}`, createdAt: toMillisecond(createdAt) }
}

export function showRequests(
  rows: readonly RequestRow[],
  size: number,
): Static<typeof ReceivedRequests> {
  const { cursor, shown } = cutPage(rows, size, ({ number }) => number)
  return { cursor, requests: shown.map(showSummary) }
}

const showSummary = ({ receivedAt, ...row }: RequestRow) => ({
  ...row,
  receivedAt: toMillisecond(receivedAt),
})

export function showRequest({
  headers,
  body,
  ...row
}: WholeRequestRow): Static<typeof ReceivedRequest> {
  return { ...showSummary(row), headers, ...encodeBody(body) }
}
