// The replies of an operation in the OpenAPI document: its success, the errors it declares, and the errors that all
// operations of its kind share.

import { acceptsIdempotencyKey, type Endpoint } from '../../kernel/endpoint.ts'
import { KeyReused } from '../../kernel/idempotency.ts'
import type { ErrorKind } from '../../kernel/refusal.ts'
import { TryLater } from '../../kernel/try-later.ts'
import { ChallengeRequired, protectionErrors } from '../../security/index.ts'
import { UnsupportedContentType } from '../http/body/parse-body.ts'
import { NoRoom, TooLarge, TooManyUnfinished } from '../http/body/read-body.ts'
import { uploadErrors } from '../http/body/read-upload.ts'
import { errorBody } from '../http/error-body.ts'
import { DatabaseUnreachable, Internal } from '../http/errors.ts'
import { Overloaded } from '../http/limits/admission.ts'
import { requestTimeout } from '../http/limits/connections.ts'
import { TooManyRequests } from '../http/limits/rate-limit.ts'
import { defaultRequestLimits } from '../http/limits/request-limits.ts'
import { NoSlot, TooManyUploads } from '../http/limits/upload-slots.ts'
import { KeyMalformed, KeyMissing } from '../http/runner/idempotency-key.ts'
import { NotFound } from '../http/runner/request-runner.ts'
import { malformedKinds } from '../http/validation.ts'
import { ref } from './components.ts'
import { JSON_TYPE, type Shape } from './shapes.ts'
import { approvalHeaders, successOf } from './success-reply.ts'

type ErrorExample = Pick<ErrorKind, 'code' | 'message' | 'path'>

/** The schemas that the replies of errors refer to. */
export const commonSchemas: Readonly<Record<string, Shape>> = {
  Error: {
    type: 'object',
    description: 'One reason why a request was refused',
    required: ['code', 'message'],
    properties: {
      arguments: {
        type: 'array',
        description:
          'Values for clients that write their own message, such as the limits of a length or the value that was sent',
        items: { type: ['string', 'number'] },
      },
      code: { type: 'string', description: 'Identifies the reason. It never changes.' },
      message: { type: 'string', description: 'Explains the reason to people. It may change.' },
      path: { type: 'string', description: 'The field that is wrong, such as `details.iban`' },
    },
  },
  Errors: {
    type: 'object',
    description: 'All reasons why the request was refused',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        description: 'The reasons; at least one',
        items: ref('schemas', 'Error'),
      },
    },
  },
  OauthFailure: {
    type: 'object',
    description: 'Why a token was refused, in the form of RFC 6749',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', description: 'Error code of RFC 6749, such as `invalid_grant`' },
      error_description: { type: 'string', description: 'Explains the error to people' },
    },
  },
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', examples: [1] },
  },
}

const reply = (description: string, error: ErrorExample, headers?: Shape): Shape => ({
  description,
  ...(headers && { headers }),
  content: { [JSON_TYPE]: { schema: ref('schemas', 'Errors'), example: errorBody(error) } },
})

/** A reply with one of several errors, each of which is named in the description. */
const replyOfKinds = (
  description: string,
  kinds: readonly ErrorExample[],
  headers: Shape,
): Shape => ({
  description: `${description}\n\n${kinds.map(lineOf).join('\n')}`,
  headers,
  content: {
    [JSON_TYPE]: {
      schema: ref('schemas', 'Errors'),
      examples: Object.fromEntries(kinds.map((kind) => [kind.code, { value: errorBody(kind) }])),
    },
  },
})

const lineOf = ({ code, message }: ErrorExample) => `- \`${code}\`: ${message}`

const malformed = { ...malformedKinds.required, message: 'name is required', path: 'name' }

/** The routes that refuse in the form of RFC 6749, which `endpoint.errors` cannot declare (D5). */
const oauthRoutes: ReadonlySet<string> = new Set(['POST /oauth/token'])

export const commonReplies: Readonly<Record<string, Shape>> = {
  Malformed: reply('The request is malformed; each violation is named with its path.', malformed),
  Unauthorized: {
    description: 'The token is missing, unknown, expired, revoked, or of the wrong kind.',
    content: {
      [JSON_TYPE]: {
        schema: ref('schemas', 'OauthFailure'),
        example: { error_description: 'Invalid token', error: 'invalid_token' },
      },
    },
  },
  OauthRefused: {
    description:
      'The grant or the client is refused, with an `error` of RFC 6749. A body that cannot be read is refused with `errors` instead.',
    content: {
      [JSON_TYPE]: {
        schema: { anyOf: [ref('schemas', 'OauthFailure'), ref('schemas', 'Errors')] },
        example: { error: 'invalid_grant', error_description: 'Invalid user credentials.' },
      },
    },
  },
  NotFound: reply('The resource does not exist, or belongs to another profile.', {
    ...NotFound,
    path: 'profileId',
  }),
  Challenge: reply(
    'The user has to prove who they are, or has no factor to do so (docs/strong-customer-authentication.md).',
    ChallengeRequired,
    approvalHeaders('The one-time token whose challenges the user has to clear.', 'REJECTED'),
  ),
  KeyReused: reply('The idempotency key was used for a different request.', KeyReused),
  TooLarge: reply('The body is too large.', TooLarge),
  RequestTimeout: reply(
    'The request did not arrive in time. The connection is closed.',
    requestTimeout(defaultRequestLimits.bodyMs),
  ),
  UnsupportedContentType: reply(
    'The body has a content type that the operation does not accept.',
    UnsupportedContentType,
  ),
  TooManyRequests: replyOfKinds(
    'The user, the application or, before authentication, the address sent too many requests.',
    [TooManyRequests, TooManyUploads, TooManyUnfinished],
    retryAfter,
  ),
  Internal: reply(
    'The service failed. Give its operator the value of the header x-trace-id.',
    Internal,
  ),
  Unavailable: replyOfKinds(
    'The service is overloaded, or the database cannot be reached. Try again after `Retry-After` seconds.',
    [Overloaded, TryLater, DatabaseUnreachable, NoSlot, NoRoom],
    retryAfter,
  ),
}

/**
 * All replies of an endpoint. `shape` is the published form of the body on success, and `entry` is the published form
 * of the entries of a stream.
 */
export function repliesOf(
  endpoint: Endpoint,
  shape: Shape,
  example: unknown,
  entry?: Shape,
): Shape {
  const common = commonOf(endpoint)
  const kindsOfBody = endpoint.files ? uploadErrors : []
  const kindsByStatus = Map.groupBy([...kindsOfBody, ...endpoint.errors], ({ status }) =>
    String(status),
  )
  const others = endpoint.otherReplies ?? {}
  const statuses = [
    ...new Set([...Object.keys(common), ...kindsByStatus.keys(), ...Object.keys(others)]),
  ]
  return {
    [String(endpoint.status ?? 200)]: successOf(endpoint, shape, example, entry),
    ...(endpoint.replyHeaders?.includes('ETag') && {
      304: { description: 'The reply that the client has is still current.' },
    }),
    ...Object.fromEntries(
      statuses.sort().map((status) => {
        const kinds = kindsByStatus.get(status)
        const shared = common[status]
        const other = others[Number(status)]
        if (other !== undefined)
          return [status, otherOf(endpoint, { status, description: other, kinds, shared })]
        if (kinds === undefined) return [status, ref('responses', shared ?? 'Internal')]
        return [status, refusalsOf(kinds, shared)]
      }),
    ),
  }
}

type OtherReply = {
  readonly status: string
  readonly description: string
  /** The errors with this status that the endpoint declares. */
  readonly kinds: readonly ErrorKind[] | undefined
  /** The component of `commonReplies` for this status. */
  readonly shared: string | undefined
}

/** A redirect or a page. The same status may also be an error, when the request is refused before the handler. */
function otherOf(endpoint: Endpoint, { status, description, kinds, shared }: OtherReply): Shape {
  if (status.startsWith('3'))
    return {
      description,
      headers: { location: { description: 'The URL to follow.', schema: { type: 'string' } } },
    }
  const refusals = kinds || shared ? refusalsOf(kinds ?? [], shared) : undefined
  return {
    description: [description, ...(refusals ? [refusals['description']] : [])].join('\n\n'),
    content: {
      ...(endpoint.replies && { [endpoint.replies]: { schema: { type: 'string' } } }),
      ...(refusals?.['content'] as object),
    },
  }
}

/** Operations about the service itself have no rate limit, because monitoring reads them (D3, D117). */
function isLimited({ id }: Endpoint): boolean {
  return !id.startsWith('app.')
}

/** The component that describes each status that endpoints of this kind may return. */
function commonOf(endpoint: Endpoint): Record<string, string> {
  const { access, params, query, route } = endpoint
  const takesKey = acceptsIdempotencyKey(endpoint)
  // A malformed body is refused even if the endpoint declares no body: the body is read before it is ignored (D4).
  const readsBody = !route.startsWith('GET ')
  return {
    ...((readsBody || params || query) && { 400: 'Malformed' }),
    ...(oauthRoutes.has(route) && { 400: 'OauthRefused', 401: 'OauthRefused' }),
    ...(access.token !== 'none' && { 401: 'Unauthorized' }),
    ...(isLimited(endpoint) && { 429: 'TooManyRequests' }),
    ...(access.sca && { 403: 'Challenge' }),
    ...(access.owns && { 404: 'NotFound' }),
    ...(takesKey && { 409: 'KeyReused' }),
    ...(readsBody && { 408: 'RequestTimeout', 413: 'TooLarge', 415: 'UnsupportedContentType' }),
    500: 'Internal',
    503: 'Unavailable',
  }
}

/**
 * The errors that follow from what the endpoint declares: an owner, an idempotency key, a protected action or files. Errors
 * that every endpoint may return are not included.
 */
export function commonKindsOf(endpoint: Endpoint): readonly ErrorKind[] {
  const takesKey = acceptsIdempotencyKey(endpoint)
  return [
    ...(endpoint.access.owns ? [NotFound] : []),
    ...(takesKey ? [KeyReused, KeyMalformed] : []),
    ...(endpoint.idempotencyKey === 'required' ? [KeyMissing] : []),
    ...(endpoint.access.sca ? protectionErrors : []),
    ...(endpoint.files ? uploadErrors : []),
  ]
}

function refusalsOf(kinds: readonly ErrorKind[], shared: string | undefined): Shape {
  const lines = kinds.map(lineOf)
  const alsoShared = shared === undefined ? undefined : commonReplies[shared]
  if (alsoShared) lines.push(`- ${alsoShared['description']}`)
  const examples: Record<string, Shape> = {}
  for (const kind of kinds) examples[unusedName(kind.code, examples)] = { value: errorBody(kind) }
  return {
    description: lines.join('\n'),
    content: { [JSON_TYPE]: { schema: ref('schemas', 'Errors'), examples } },
  }
}

/** Returns the code, with a number if an earlier example has this name: errors that differ in their message may share a code. */
function unusedName(code: string, taken: object): string {
  let name = code
  for (let n = 2; name in taken; n++) name = `${code}-${n}`
  return name
}
