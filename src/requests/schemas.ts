// Request and reply shapes of the log.

import Type, { type Static } from 'typebox'
import { nextCursorField, sizeField } from '../kernel/cursor-pages.ts'
import { idOut } from '../kernel/ids.ts'
import { idIn, input, instantOut, nullable, oneOf, toMillisecond } from '../kernel/wire.ts'
import { LOGGED_REPLY_HEADERS } from './log/answered-request.ts'
import { BODY_KEPT_BYTES_MAX } from './log/logged-parts.ts'
import { bodyAbsences, idempotencies, type MessageOf } from './model.ts'
import type { Page } from './search/list-requests.ts'
import type { RequestRow, WholeRequestRow } from './search/store.ts'
import { searchWords } from './search/words.ts'

/** In characters; a choice of this project, as are the sizes of a page. */
const QUERY_LENGTH_MAX = 500
/** In requests, as is `PAGE_SIZE_DEFAULT`. */
const PAGE_SIZE_MAX = 200
export const PAGE_SIZE_DEFAULT = 50

export const RequestsQuery = input({
  query: Type.Optional(
    Type.String({
      maxLength: QUERY_LENGTH_MAX,
      description: `Words separated by spaces, all of which must match: ${searchWords.join(', ')}. Any other text must be part of the operation, the path or an error code.`,
      examples: ['status:>=400 operation:createTransfer'],
    }),
  ),
  size: sizeField('requests', { max: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  nextCursor: nextCursorField,
})
export type RequestsQuery = Static<typeof RequestsQuery>

export const RequestParams = Type.Object({ requestId: idIn('request') })

const summaryFields = {
  id: idOut('request'),
  operation: Type.String({
    description:
      'The operation id, as in the OpenAPI document; none when no operation has the path and the method',
    examples: ['createTransfer'],
  }),
  method: Type.String({ description: 'The HTTP method', examples: ['POST'] }),
  path: Type.String({
    description:
      'The path without its query. A parameter that may be secret stays in braces. Of a path that no operation has, only words of declared paths are kept, and {unknown} in place of the others.',
    examples: ['/v1/transfers'],
  }),
  route: Type.String({
    description:
      'The path as the operation declares it; /{unknown} when no operation has the path and the method',
    examples: ['/v1/transfers'],
  }),
  onlyReads: Type.Boolean({
    description:
      'Whether the operation changes nothing. The search hide:reads leaves out its successful requests.',
    examples: [false],
  }),
  status: Type.Integer({ description: 'The status of the reply', examples: [200] }),
  durationMicros: Type.Integer({
    description: 'Microseconds from the arrival of the headers until the reply was ready',
    examples: [2150],
  }),
  profileId: nullable(
    idOut('profile', 'The profile that the path names; null when it names none or may not be kept'),
  ),
  applicationId: nullable(
    idOut('application', 'The application that acted for the user; null for a personal token'),
  ),
  idempotency: oneOf(
    idempotencies,
    'What the header X-idempotence-uuid did. none: nothing; first: the first use of a key; replayed: the reply of the first use was sent again; reused: the request was refused, because it differs from the first one',
  ),
  traceId: Type.String({
    description: 'The value of the reply header x-trace-id',
    format: 'uuid',
    examples: ['3cf3dd96-903e-873a-9bb4-000000000001'],
  }),
  errors: Type.Array(
    Type.Object(
      {
        code: Type.String({ description: 'The code of the error', examples: ['not.found'] }),
        path: Type.Optional(Type.String({ description: 'The field of the request' })),
        wasSent: Type.Optional(
          Type.Boolean({
            description:
              'Whether the request had a value in the field. Absent for an error without a field, and for a request that was refused before its fields were read.',
          }),
        ),
        message: Type.Optional(
          Type.String({
            description:
              'The message that the operation declares for this code, without the values that the reply may have named. Absent for a code that the operation no longer declares.',
            examples: ['is required'],
          }),
        ),
      },
      { title: 'LoggedError' },
    ),
    { description: 'The errors of a refused request' },
  ),
  subjects: Type.Array(Type.String({ examples: ['transfer:16521632'] }), {
    description: 'The resources that the request is about, as words of the search',
  }),
  createdAt: instantOut(
    'When the request was answered, by the real clock and not by that of the sandbox',
  ),
}

const LoggedRequestSummary = Type.Object(summaryFields, { title: 'LoggedRequestSummary' })

export const Requests = Type.Object(
  {
    cursor: nullable(
      Type.String({
        description:
          'The cursor of the next page; null on the last page. A page with fewer requests than its size may have a cursor, because a search examines a limited number of requests for each page.',
      }),
    ),
    requests: Type.Array(LoggedRequestSummary, { description: 'Newest first' }),
  },
  { title: 'LoggedRequestPage' },
)

const headers = (description: string) =>
  Type.Record(Type.String(), Type.String(), { description, examples: [{ accept: '*/*' }] })

const keptBody = (description: string) =>
  nullable(
    Type.String({
      description,
      examples: ['{"targetAccount":1}'],
    }),
  )

export const LoggedRequest = Type.Object(
  {
    ...summaryFields,
    query: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The declared parameters of the query that are not secret; null when none may be kept',
      }),
    ),
    requestHeaders: headers(
      'The headers content-type, accept, user-agent and x-idempotence-uuid of the request',
    ),
    requestBody: keptBody(
      'The declared fields of the request body that are not secret, as JSON text; requestBodyAbsence has the reason for null',
    ),
    requestBytes: nullable(
      Type.Integer({
        description: 'The size of the request body; null when the request declared no size',
        examples: [240],
      }),
    ),
    requestBodyAbsence: nullable(
      oneOf(
        bodyAbsences,
        `Why requestBody is null. notSent: the request had no body; secret: the request was refused with 401, or was refused and its operation has a secret field, so a secret may be in another field; large: the body has more than ${BODY_KEPT_BYTES_MAX / 1024} KiB or no declared size; notRead: the request was refused before its body was read, or the body does not parse; undeclared: no field of the body may be kept. Null when requestBody has a value, and when the log keeps no bodies at all.`,
      ),
    ),
    files: Type.Array(
      Type.Object(
        {
          part: Type.String({ description: 'The part of the form', examples: ['file'] }),
          name: Type.String({ description: 'The name that the client sent' }),
          kind: Type.String({
            description: 'The kind of file, found from its content',
            examples: ['pdf'],
          }),
          bytes: Type.Integer({ description: 'The size of the file', examples: [48213] }),
        },
        { title: 'LoggedFile' },
      ),
      { description: 'The files of an upload, without their content' },
    ),
    replyHeaders: headers(`The headers ${LOGGED_REPLY_HEADERS.join(', ')} of the reply`),
    replyBody: keptBody(
      `The declared fields of the reply that are not secret, as JSON text. Null for an error, an empty reply, a document, a reply above ${BODY_KEPT_BYTES_MAX / 1024} KiB, and when no field may be kept.`,
    ),
    replyBytes: nullable(
      Type.Integer({
        description: 'The size of the reply; null when it was sent as a stream',
        examples: [1024],
      }),
    ),
  },
  { title: 'LoggedRequest' },
)

export function showPage({ rows, next }: Page, messageOf: MessageOf): Static<typeof Requests> {
  return {
    cursor: next === undefined ? null : String(next),
    requests: rows.map((row) => showSummary(row, messageOf)),
  }
}

function showSummary({ durationUs, answeredMs, ...row }: RequestRow, messageOf: MessageOf) {
  return {
    ...row,
    errors: row.errors.map((error) => {
      const message = messageOf(row.operation, error)
      return { ...error, ...(message !== undefined && { message }) }
    }),
    subjects: [...row.subjects],
    durationMicros: durationUs,
    createdAt: toMillisecond(Temporal.Instant.fromEpochMilliseconds(answeredMs)),
  }
}

export function showRequest(
  row: WholeRequestRow,
  messageOf: MessageOf,
): Static<typeof LoggedRequest> {
  const { query, requestHeaders, replyHeaders, files, requestBody, replyBody } = row
  return {
    ...showSummary(row, messageOf),
    query: query as Record<string, unknown> | null,
    requestHeaders,
    requestBody,
    requestBytes: row.requestBytes,
    // Rows that an earlier version of the service wrote have no `bodyAbsence`.
    requestBodyAbsence: row.bodyAbsence ?? null,
    files: [...files],
    replyHeaders,
    replyBody,
    replyBytes: row.replyBytes,
  }
}
