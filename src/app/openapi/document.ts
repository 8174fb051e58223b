// The published description of the interface (OpenAPI 3.1), made of the endpoint values alone.

import type { TSchema } from 'typebox'
import {
  type Access,
  acceptsIdempotencyKey,
  type Endpoint,
  type OnRepeat,
  type TokenRule,
} from '../../kernel/endpoint.ts'
import type { EventKind } from '../../kernel/events.ts'
import { bodyTypesOf } from '../http/body.ts'
import { type Components, createComponents } from './components.ts'
import { webhooksOf } from './events.ts'
import { commonParameters, parametersOf } from './parameters.ts'
import { prerequisites } from './prerequisites.ts'
import { commonReplies, commonSchemas, repliesOf } from './replies.ts'
import { exampleOf, publish, type Shape } from './shapes.ts'
import { tagOf, tagsOf } from './tags.ts'

type OpenApiOptions = {
  readonly mode: 'sandbox' | 'live'
  readonly events?: readonly EventKind[]
}

/** The description as it is at a place: `baseUrl` is where the service is reached, without a slash at the end. */
export type Described = (baseUrl: string) => object

const VERSION = '0.1.0'

const ABOUT = `Quotes, recipients, transfers, balances and webhooks behind one HTTP/JSON API.

**Requests.** Bodies are JSON (\`application/json\` or any \`+json\` type). Ids and amounts may be numbers
or their text. A field that is \`null\` is a field that is absent, and fields that are not listed are
ignored. Dates and times are UTC.

**Keys.** Operations that list the header \`X-idempotence-uuid\` honour it: the same request with the same
key has one effect and one answer, and a different request with it is refused with 409. A field that is absent,
empty or has its default value makes no difference. Other operations ignore the header.

**Refusals.** All refusals but those of a token look alike: \`errors\` with a \`code\`, a \`message\`, and
where it helps a \`path\` and \`arguments\`. Every reply carries \`x-trace-id\`; a request's
\`X-External-Correlation-Id\` is echoed.`

/**
 * The description of these endpoints. Those of the sandbox are left out of the live one. It takes tens
 * of milliseconds to make; what it is at a place takes none.
 */
export function openApi(
  endpoints: readonly Endpoint[],
  { mode, events = [] }: OpenApiOptions,
): Described {
  const served = endpoints.filter(({ sandboxOnly }) => mode === 'sandbox' || !sandboxOnly)
  const named = createComponents()
  const paths = pathsOf(served, named)
  const webhooks = webhooksOf(events, named)
  const schemas = { ...commonSchemas, ...named.schemas() }
  const schemes = new Set(served.flatMap(({ access }) => securityOf(access).flatMap(Object.keys)))
  const spoken = JSON.stringify([paths, schemas, commonReplies])
  const tags = tagsOf(served, webhooks)
  const components = {
    schemas,
    responses: only(commonReplies, (name) => spoken.includes(`/responses/${name}"`)),
    parameters: only(commonParameters, (name) => spoken.includes(`/parameters/${name}"`)),
  }
  return (baseUrl) => ({
    openapi: '3.1.1',
    info: {
      title: 'Godwit',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: `This service (${mode})` }],
    tags,
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: {
      ...components,
      securitySchemes: only(securitySchemes(baseUrl), (name) => schemes.has(name)),
    },
  })
}

function pathsOf(endpoints: readonly Endpoint[], named: Components): Shape {
  const paths: Record<string, Record<string, Shape>> = {}
  for (const endpoint of endpoints)
    for (const [n, route] of [endpoint.route, ...(endpoint.aliases ?? [])].entries()) {
      const [method = '', path = ''] = route.split(' ')
      const operations = paths[path] ?? {}
      paths[path] = { ...operations, [method.toLowerCase()]: operation(endpoint, n, named) }
    }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function only(components: Shape, isUsed: (name: string) => boolean): Shape {
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)))
}

function operation(endpoint: Endpoint, n: number, named: Components): Shape {
  const { operationId, summary, access, reply } = endpoint
  return {
    operationId: n === 0 ? operationId : `${operationId}Alias${n}`,
    summary: n === 0 ? summary : `${summary} (another spelling)`,
    description: descriptionOf(endpoint, n),
    tags: [tagOf(endpoint)],
    ...((endpoint.deprecated || n > 0) && { deprecated: true }),
    ...(endpoint.sandboxOnly && { 'x-sandbox-only': true }),
    ...(prerequisites[operationId] && { 'x-example-after': prerequisites[operationId] }),
    security: securityOf(access),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: bodyOf(endpoint, endpoint.body, named) }),
    responses: repliesOf(endpoint, named.publish(reply, 'reply'), exampleOf(reply)),
  }
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
    ...(endpoint.onRepeat ? [againSentence(endpoint, endpoint.onRepeat)] : []),
    `Specification: ${spec}.`,
  ].join('\n\n')
}

const tokenSentence: Readonly<Record<TokenRule, string>> = {
  none: 'Takes no token.',
  user: "Takes a user's token: an access token or a personal one.",
  personal: 'Takes a personal token: a token of a user that no application holds.',
  client: 'Takes a client credentials token.',
  any: 'Takes the token of a user or of an application.',
  optional: 'Takes the token of a user or of an application, or none.',
}

const BASIC_SENTENCE = 'An application may also show its key and secret by Basic authentication.'

const challengeSentence = (action: string) =>
  `Protected as \`${action}\`: a user's request may be answered 403 with a one-time token in \`x-2fa-approval\`, ` +
  'and is sent again with that token once its challenges are cleared.'

function againSentence(endpoint: Endpoint, again: OnRepeat): string {
  const sent = acceptsIdempotencyKey(endpoint) ? 'Sent again without a key' : 'Sent again'
  if (again === 'same') return `${sent}, it changes nothing more.`
  if (again === 'another') return `${sent}, it is done once more.`
  return 'page' in again
    ? `${sent}, it is answered by a page with status ${again.page}.`
    : `${sent}, it is answered ${again.status} \`${again.code}\`.`
}

const security: Readonly<Record<TokenRule, readonly Shape[]>> = {
  none: [],
  user: [{ personalToken: [] }, { userToken: [] }],
  personal: [{ personalToken: [] }],
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

function bodyOf(endpoint: Endpoint, body: TSchema, named: Components): Shape {
  const content = { schema: named.publish(body, 'body'), example: exampleOf(body) }
  const { required = [] } = publish(body, 'body') as { required?: readonly string[] }
  const types = bodyTypesOf(endpoint)
  return {
    required: required.length > 0,
    content: Object.fromEntries(
      types.map((type) => [type, type === JOSE_TYPE ? encryptedBody(named) : content]),
    ),
  }
}

const JOSE_TYPE = 'application/jose+json'

const EncryptedRequest: Shape = {
  title: 'EncryptedRequest',
  type: 'string',
  description: 'The JSON request encrypted as a compact JWE: RSA-OAEP-256, A256GCM',
}

function encryptedBody(named: Components): Shape {
  return { schema: named.publish(EncryptedRequest, 'body') }
}
