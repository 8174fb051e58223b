// The published description of the interface (OpenAPI 3.1), made of the endpoint values alone.

import type { TSchema } from 'typebox'
import {
  type Access,
  type Again,
  type Endpoint,
  keepsKey,
  type TokenRule,
} from '../kernel/endpoint.ts'
import type { EventKind } from '../kernel/events.ts'
import { type Sharing, sharingOf } from './openapi-components.ts'
import { webhooksOf } from './openapi-events.ts'
import { commonReplies, commonSchemas, ref, repliesOf } from './openapi-replies.ts'
import { publish, type Shape } from './openapi-shapes.ts'

export type OpenApiOptions = {
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string
  readonly mode: 'sandbox' | 'live'
  readonly events?: readonly EventKind[]
}

const VERSION = '0.1.0'

const ABOUT = `Quotes, recipients, transfers, balances and webhooks behind one HTTP/JSON API.

**Requests.** Bodies are JSON (\`application/json\` or any \`+json\` type). Ids and amounts may be numbers
or their text. A field that is \`null\` is a field that is absent, and fields that are not listed are
ignored. Dates and times are UTC.

**Keys.** Every POST that changes something accepts \`X-idempotence-uuid\`: the same request with the same
key has one effect and one answer, and a different request with it is refused with 409.

**Refusals.** All refusals but those of a token look alike: \`errors\` with a \`code\`, a \`message\`, and
where it helps a \`path\` and \`arguments\`. Every reply carries \`x-trace-id\`; a request's
\`X-External-Correlation-Id\` is echoed.`

/** The description of these endpoints. Those of the sandbox are left out of the live one. */
export function openApi(endpoints: readonly Endpoint[], options: OpenApiOptions): object {
  const served = endpoints.filter(({ sandboxOnly }) => options.mode === 'sandbox' || !sandboxOnly)
  const sharing = sharingOf(served)
  const paths: Record<string, Record<string, Shape>> = {}
  for (const endpoint of served)
    for (const [n, route] of [endpoint.route, ...(endpoint.aliases ?? [])].entries()) {
      const [method = '', path = ''] = route.split(' ')
      const operations = paths[path] ?? {}
      paths[path] = { ...operations, [method.toLowerCase()]: operation(endpoint, n, sharing) }
    }
  const webhooks = webhooksOf(options.events ?? [])
  const schemes = new Set(served.flatMap(({ access }) => securityOf(access).flatMap(Object.keys)))
  const spoken = JSON.stringify([paths, sharing.schemas, commonReplies])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Godwit',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl, description: `This service (${options.mode})` }],
    tags: tagsOf(served, webhooks),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: {
      schemas: { ...commonSchemas, ...sharing.schemas },
      responses: only(commonReplies, (name) => spoken.includes(`/responses/${name}"`)),
      parameters: only(commonParameters, (name) => spoken.includes(`/parameters/${name}"`)),
      securitySchemes: only(securitySchemes(options.baseUrl), (name) => schemes.has(name)),
    },
  }
}

function only(components: Shape, isUsed: (name: string) => boolean): Shape {
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)))
}

function operation(endpoint: Endpoint, n: number, sharing: Sharing): Shape {
  const { id, summary, access, reply } = endpoint
  return {
    operationId: n === 0 ? id : `${id}.alias-${n}`,
    summary: n === 0 ? summary : `${summary} (another spelling)`,
    description: descriptionOf(endpoint, n),
    tags: [moduleOf(endpoint)],
    ...((endpoint.deprecated || n > 0) && { deprecated: true }),
    ...(endpoint.sandboxOnly && { 'x-sandbox-only': true }),
    security: securityOf(access),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: bodyOf(endpoint, endpoint.body, sharing) }),
    responses: repliesOf(endpoint, sharing.shape(reply, 'reply'), sharing.example(reply)),
  }
}

function moduleOf({ id }: Endpoint): string {
  return id.split('.')[0] ?? id
}

function descriptionOf(endpoint: Endpoint, n: number): string {
  const { spec, deprecated, sandboxOnly, access, route } = endpoint
  return [
    ...(n > 0 ? [`The same operation as \`${route}\`, which is the spelling to use.`] : []),
    ...(deprecated ? [`Deprecated: use ${deprecated.use}.`] : []),
    ...(sandboxOnly ? ['**Sandbox only**: in live mode there is no such operation.'] : []),
    tokenSentence[access.token],
    ...(access.basic ? [BASIC_SENTENCE] : []),
    ...(access.sca ? [challengeSentence(access.sca)] : []),
    ...(endpoint.again ? [againSentence(endpoint, endpoint.again)] : []),
    `Specification: ${spec}.`,
  ].join('\n\n')
}

const tokenSentence: Readonly<Record<TokenRule, string>> = {
  none: 'Takes no token.',
  user: "Takes a user's token: an access token or a personal one.",
  client: 'Takes a client credentials token.',
  any: 'Takes the token of a user or of an application.',
  optional: 'Takes the token of a user or of an application, or none.',
}

const BASIC_SENTENCE = 'An application may also show its key and secret by Basic authentication.'

const challengeSentence = (action: string) =>
  `Protected as \`${action}\`: a user's request may be answered 403 with a one-time token in \`x-2fa-approval\`, ` +
  'and is sent again with that token once its challenges are cleared.'

function againSentence(endpoint: Endpoint, again: Again): string {
  const sent = keepsKey(endpoint) ? 'Sent again without a key' : 'Sent again'
  if (again === 'same') return `${sent}, it changes nothing more.`
  if (again === 'another') return `${sent}, it is done once more.`
  return 'page' in again
    ? `${sent}, it is answered by a page with status ${again.page}.`
    : `${sent}, it is answered ${again.status} \`${again.code}\`.`
}

const security: Readonly<Record<TokenRule, readonly Shape[]>> = {
  none: [],
  user: [{ personalToken: [] }, { userToken: [] }],
  client: [{ clientToken: [] }],
  any: [{ personalToken: [] }, { userToken: [] }, { clientToken: [] }],
  optional: [{ personalToken: [] }, { userToken: [] }, { clientToken: [] }, {}],
}

function securityOf({ token, basic }: Access): readonly Shape[] {
  return [...security[token], ...(basic ? [{ clientSecret: [] }] : [])]
}

function securitySchemes(baseUrl: string): Shape {
  const tokenUrl = `${baseUrl}/oauth/token`
  const scopes = { transfers: 'Everything; there is no other scope.' }
  return {
    personalToken: { type: 'http', scheme: 'bearer', description: "A user's personal token." },
    userToken: {
      type: 'oauth2',
      description: "A user's access token, given to an application.",
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes,
        },
      },
    },
    clientToken: {
      type: 'oauth2',
      description: "An application's own token.",
      flows: { clientCredentials: { tokenUrl, scopes } },
    },
    clientSecret: { type: 'http', scheme: 'basic', description: 'Client key and secret.' },
  }
}

const keyParameter = (required: boolean): Shape => ({
  name: 'X-idempotence-uuid',
  in: 'header',
  required,
  description: 'A UUID of your own for this request, reused on retries; kept for 30 days.',
  schema: { type: 'string', format: 'uuid', examples: ['f2a1e7c4-6b0d-4f6b-9a51-0d2f3f0c9b77'] },
})

const EXAMPLE_TOKEN = '5932d5b5-ec13-452f-8688-308feade7834'

const proof = (name: string, description: string, example: string): Shape => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', examples: [example] },
})

const commonParameters: Readonly<Record<string, Shape>> = {
  IdempotencyKey: keyParameter(false),
  IdempotencyKeyRequired: keyParameter(true),
  OneTimeToken: proof('One-Time-Token', 'A one-time token that is cleared.', EXAMPLE_TOKEN),
  Approval: proof('x-2fa-approval', 'The same; either header is accepted.', EXAMPLE_TOKEN),
  Signature: proof(
    'X-Signature',
    'Personal tokens: Base64 of RSA-SHA256 over the one-time token. It clears it.',
    'bm90IGEgc2lnbmF0dXJl',
  ),
  CorrelationId: {
    name: 'X-External-Correlation-Id',
    in: 'header',
    description: 'Echoed in the reply: at most 36 letters, digits, dashes and underscores.',
    schema: {
      type: 'string',
      maxLength: 36,
      pattern: '^[A-Za-z0-9_-]+$',
      examples: ['order-4711'],
    },
  },
}

const proofs = ['OneTimeToken', 'Approval', 'Signature']

function headerParameter([name, description]: [string, string]): Shape {
  const schema = { type: 'string', examples: [EXAMPLE_TOKEN] }
  return { name, in: 'header', required: true, description, schema }
}

function parametersOf(endpoint: Endpoint): Shape[] {
  const key = endpoint.idempotencyKey ? 'IdempotencyKeyRequired' : 'IdempotencyKey'
  return [
    ...fieldsOf(endpoint.params).map(([name, field]) => parameter(name, 'path', field, true)),
    ...fieldsOf(endpoint.query).map(([name, field, required]) =>
      // What has a default need not be sent, although the handler always sees it.
      parameter(name, 'query', field, required && !('default' in field)),
    ),
    ...(keepsKey(endpoint) ? [ref('parameters', key)] : []),
    ...Object.entries(endpoint.takesHeaders ?? {}).map(headerParameter),
    ...(endpoint.access.sca ? proofs.map((name) => ref('parameters', name)) : []),
    ref('parameters', 'CorrelationId'),
  ]
}

function parameter(name: string, where: string, field: Shape, required: boolean): Shape {
  const { description, ...schema } = publish(field, 'text')
  return {
    name,
    in: where,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
  }
}

function fieldsOf(schema: TSchema | undefined): [string, Shape, boolean][] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Shape>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)])
}

function bodyOf(endpoint: Endpoint, body: TSchema, sharing: Sharing): Shape {
  const content = { schema: sharing.shape(body, 'body'), example: sharing.example(body) }
  const { required = [] } = publish(body, 'body') as { required?: readonly string[] }
  return {
    required: required.length > 0,
    content: {
      ...(endpoint.form && { 'application/x-www-form-urlencoded': content }),
      'application/json': content,
      ...(endpoint.encrypted && {
        'application/jose+json': {
          schema: {
            type: 'string',
            description: 'The same as a compact JWE: RSA-OAEP-256, A256GCM',
          },
        },
      }),
      ...(endpoint.route.startsWith('PATCH ') && { 'application/merge-patch+json': content }),
    },
  }
}

function tagsOf(endpoints: readonly Endpoint[], webhooks: object): Shape[] {
  const tags = [...new Set(endpoints.map(moduleOf))].sort()
  return [
    ...tags.map((name) => ({
      name,
      description: `The operations of ${name.replaceAll('-', ' ')}.`,
    })),
    ...(Object.keys(webhooks).length > 0
      ? [{ name: 'events', description: 'What is sent to the URLs of subscriptions.' }]
      : []),
  ]
}
