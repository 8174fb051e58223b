// The OpenAPI 3.1 document, made from the declarations of the endpoints and events, and from the texts in this folder that the
// declarations do not contain: tags, shared replies, and what an example needs before it is accepted.

import type { TSchema } from 'typebox'
import type { TokenRule } from '../../kernel/caller.ts'
import {
  type Access,
  acceptsIdempotencyKey,
  type Endpoint,
  type OnRepeat,
} from '../../kernel/endpoint.ts'
import type { EventKind } from '../../kernel/events.ts'
import { FILE_BYTES_MAX, type FilesDeclaration, mediaTypes } from '../../kernel/uploads.ts'
import { bodyTypesOf } from '../http/body/parse-body.ts'
import { type Components, createComponents } from './components.ts'
import { webhooksOf } from './events.ts'
import { commonParameters, parametersOf } from './parameters.ts'
import { exampleValues, exampleValuesSentence, prerequisites } from './prerequisites.ts'
import { commonReplies, commonSchemas, repliesOf } from './replies.ts'
import { exampleOf, publish, type Shape } from './shapes.ts'
import { tagOf, tagsOf } from './tags.ts'

type OpenApiOptions = {
  readonly mode: 'sandbox' | 'live'
  readonly events?: readonly EventKind[]
}

/** Returns the document for the URL at which the service is reached, without a slash at the end. */
export type DocumentFor = (baseUrl: string) => object

/** The version in package.json; `src/app/test/openapi.test.ts` compares them. */
const VERSION = '0.1.0'

const ABOUT = `Quotes, recipients, transfers, balances and webhooks behind one HTTP/JSON API.

**Requests.** Bodies are JSON (\`application/json\` or any \`+json\` type). Ids and amounts may be numbers
or their text. A field that is \`null\` counts as absent, and fields that are not listed are ignored. Dates and
times are UTC.

**Idempotency keys.** Operations that list the header \`X-idempotence-uuid\` accept an idempotency key: the same
request with the same key takes effect one time and gets the same reply, and a different request with the same key is
refused with 409. Whether a field is absent, empty or has its default value makes no difference. Other operations
ignore the header.

**Errors.** All errors except those about tokens have one form: \`errors\` with a \`code\` and a \`message\`, and
where they help a \`path\` and \`arguments\`. Every reply has the header \`x-trace-id\`, and returns the
\`X-External-Correlation-Id\` of the request.`

/**
 * Returns the function that makes the document of these endpoints; in live mode without the operations of the sandbox.
 * `openApi` takes tens of milliseconds, and a call of the returned function takes almost no time.
 */
export function openApi(
  endpoints: readonly Endpoint[],
  { mode, events = [] }: OpenApiOptions,
): DocumentFor {
  const served = endpoints.filter(({ sandboxOnly }) => mode === 'sandbox' || !sandboxOnly)
  const registry = createComponents()
  const paths = pathsOf(served, registry)
  const webhooks = webhooksOf(events, registry)
  const schemas = { ...commonSchemas, ...registry.schemas() }
  const schemes = new Set(served.flatMap(({ access }) => securityOf(access).flatMap(Object.keys)))
  const used = JSON.stringify([paths, schemas, commonReplies])
  const tags = tagsOf(served, webhooks)
  const components = {
    schemas,
    responses: pickUsed(commonReplies, (name) => used.includes(`/responses/${name}"`)),
    parameters: pickUsed(commonParameters, (name) => used.includes(`/parameters/${name}"`)),
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
      securitySchemes: pickUsed(securitySchemes(baseUrl), (name) => schemes.has(name)),
    },
  })
}

function pathsOf(endpoints: readonly Endpoint[], registry: Components): Shape {
  const paths: Record<string, Record<string, Shape>> = {}
  for (const endpoint of endpoints)
    for (const [aliasNumber, route] of [endpoint.route, ...(endpoint.aliases ?? [])].entries()) {
      const [method = '', path = ''] = route.split(' ')
      const operations = paths[path] ?? {}
      paths[path] = {
        ...operations,
        [method.toLowerCase()]: operation(endpoint, aliasNumber, registry),
      }
    }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function pickUsed(components: Shape, isUsed: (name: string) => boolean): Shape {
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)))
}

/** The operation at one of its routes. `aliasNumber` is 0 for the route itself. */
function operation(endpoint: Endpoint, aliasNumber: number, registry: Components): Shape {
  const { operationId, summary, access, reply, streams } = endpoint
  const entry = streams && registry.publish(streams, 'reply')
  return {
    operationId: aliasNumber === 0 ? operationId : `${operationId}Alias${aliasNumber}`,
    summary: aliasNumber === 0 ? summary : `${summary.replace(/\.$/, '')} (another spelling).`,
    description: descriptionOf(endpoint, aliasNumber),
    tags: [tagOf(endpoint)],
    ...((endpoint.deprecated || aliasNumber > 0) && { deprecated: true }),
    ...(endpoint.sandboxOnly && { 'x-sandbox-only': true }),
    ...(prerequisites[operationId] && { 'x-example-after': prerequisites[operationId] }),
    ...(exampleValues[operationId] && { 'x-example-values': exampleValues[operationId] }),
    security: securityOf(access),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint, registry),
    responses: repliesOf(endpoint, registry.publish(reply, 'reply'), exampleOf(reply), entry),
  }
}

function descriptionOf(endpoint: Endpoint, aliasNumber: number): string {
  const { spec, deprecated, sandboxOnly, access, route } = endpoint
  const exampleValue = exampleValuesSentence(endpoint.operationId)
  return [
    ...(aliasNumber > 0
      ? [`The same operation as \`${route}\`, which is the spelling to use.`]
      : []),
    ...(deprecated ? [`Deprecated: use ${deprecated.use}.`] : []),
    ...(sandboxOnly ? ['**Sandbox only**: live mode does not have this operation.'] : []),
    tokenSentence[access.token],
    ...(access.basic ? [BASIC_SENTENCE] : []),
    ...(access.sca ? [challengeSentence(access.sca)] : []),
    ...(endpoint.onRepeat ? [repeatSentence(endpoint, endpoint.onRepeat)] : []),
    ...(exampleValue ? [exampleValue] : []),
    `Specification: ${spec}.`,
  ].join('\n\n')
}

const tokenSentence: Readonly<Record<TokenRule, string>> = {
  none: 'Takes no token.',
  user: "Takes a user's token: an access token or a personal one.",
  personal: 'Takes a personal token: a token that a user has without an application.',
  client: 'Takes a client credentials token.',
  any: 'Takes the token of a user or of an application.',
  optional: 'Takes the token of a user or of an application, or no token.',
}

const BASIC_SENTENCE =
  'An application may also authenticate with its key and secret (Basic authentication).'

const challengeSentence = (action: string) =>
  `Protected as \`${action}\`: a user's request may be refused with 403 and a one-time token in \`x-2fa-approval\`. ` +
  'Clear the challenges of that token, and send the request again with it.'

function repeatSentence(endpoint: Endpoint, onRepeat: OnRepeat): string {
  const key = acceptsIdempotencyKey(endpoint) ? ' without an idempotency key' : ''
  const repeated = `The same request sent again${key}`
  if (onRepeat === 'same') return `${repeated} changes nothing more.`
  if (onRepeat === 'another') return `${repeated} takes effect again.`
  return 'refusalStatus' in onRepeat
    ? `${repeated} is refused with status ${onRepeat.refusalStatus}.`
    : `${repeated} returns ${onRepeat.status} \`${onRepeat.code}\`.`
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
  const scopes = { transfers: 'Everything. There is no other scope.' }
  return {
    personalToken: { type: 'http', scheme: 'bearer', description: "A user's personal token." },
    userToken: {
      type: 'oauth2',
      description: "A user's access token, which an application has.",
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

function requestBodyOf(endpoint: Endpoint, registry: Components): Shape {
  const { body, files } = endpoint
  if (files) return { requestBody: formOf(files, body) }
  return body ? { requestBody: bodyOf(endpoint, body, registry) } : {}
}

/** A form with files, in which a part may come several times. */
function formOf({ formParts, kinds, filesMax }: FilesDeclaration, body?: TSchema): Shape {
  const { properties = {}, required = [] } = (body ? publish(body, 'body') : {}) as {
    properties?: Shape
    required?: readonly string[]
  }
  const types = kinds.map((kind) => mediaTypes[kind]).join(', ')
  const names = Object.keys(formParts)
  const binary = names.map((name) => [
    name,
    {
      type: 'array',
      maxItems: filesMax,
      description: `${formParts[name]}; at most ${FILE_BYTES_MAX} bytes each`,
      items: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
    },
  ])
  // The only part for files is required. Of several such parts, the client may send any.
  const requiredNames = [...required, ...(names.length === 1 ? names : [])]
  const schema = {
    type: 'object',
    ...(requiredNames.length > 0 && { required: requiredNames }),
    properties: { ...properties, ...Object.fromEntries(binary) },
  }
  const encoding = Object.fromEntries(names.map((name) => [name, { contentType: types }]))
  const files = requiredNames.filter((name) => names.includes(name))
  const example = {
    ...(body ? (exampleOf(body) as Shape) : {}),
    ...Object.fromEntries(files.map((name) => [name, ['(the content of a file)']])),
  }
  return { required: true, content: { [FORM_TYPE]: { schema, encoding, example } } }
}

const FORM_TYPE = 'multipart/form-data'

function bodyOf(endpoint: Endpoint, body: TSchema, registry: Components): Shape {
  const content = { schema: registry.publish(body, 'body'), example: exampleOf(body) }
  const { type, required = [] } = body as { type?: string; required?: readonly string[] }
  const types = bodyTypesOf(endpoint)
  return {
    // An absent body is read as an object without fields, which is valid when all fields are optional.
    required: type === 'array' || required.length > 0,
    content: Object.fromEntries(
      types.map((mediaType) => [
        mediaType,
        mediaType === JOSE_TYPE ? encryptedBody(registry) : content,
      ]),
    ),
  }
}

const JOSE_TYPE = 'application/jose+json'

const EncryptedRequest: Shape = {
  title: 'EncryptedRequest',
  type: 'string',
  description: 'The JSON request, encrypted as a compact JWE (RSA-OAEP-256, A256GCM)',
}

function encryptedBody(registry: Components): Shape {
  return { schema: registry.publish(EncryptedRequest, 'body') }
}
