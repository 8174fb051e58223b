// Checks every reply to a call of a test service against the published OpenAPI description (D123): status, content type and
// shape. The serializer only drops undeclared fields; it checks no types, formats or enumerations.

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { openApi } from '../../src/app/openapi/document.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

type DeclaredResponse = {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}
type Route = {
  readonly name: string
  readonly method: string
  readonly path: RegExp
  readonly parameterCount: number
  readonly endpoint: Endpoint
  readonly responses: Readonly<Record<string, DeclaredResponse | { readonly $ref: string }>>
}
type Document = {
  readonly paths: Record<string, Record<string, Pick<Route, 'responses'>>>
  readonly components: {
    readonly schemas: Record<string, object>
    readonly responses: Record<string, DeclaredResponse>
  }
}

const document = openApi(everyEndpoint, { mode: 'sandbox' })('http://test') as Document
ajv.addSchema({ $id: 'http://test/document', components: { schemas: document.components.schemas } })

const routes: readonly Route[] = everyEndpoint
  .flatMap((endpoint) =>
    [endpoint.route, ...(endpoint.aliases ?? [])].map((route) => routeOf(endpoint, route)),
  )
  // A fixed segment wins over a parameter, as in the router.
  .toSorted((a, b) => a.parameterCount - b.parameterCount)

function routeOf(endpoint: Endpoint, name: string): Route {
  const [method = '', path = ''] = name.split(' ')
  return {
    name,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
    parameterCount: path.split('{').length - 1,
    endpoint,
    responses: document.paths[path]?.[method.toLowerCase()]?.responses ?? {},
  }
}

export type ShownReply = {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Throws if the operation of the request (`GET /v1/transfers/12`) does not declare the reply. Any reply to a path without
 * an operation passes.
 */
export function checkReply(request: string, reply: ShownReply): void {
  const [method, path = ''] = request.split(' ')
  const [pathname = ''] = path.split('?')
  const route = routes.find((each) => each.method === method && each.path.test(pathname))
  const problem = route && problemOf(route, reply)
  if (problem) throw new Error(`${route.name} returned an undeclared reply: ${problem}`)
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

const SHOWN_CHARACTERS_MAX = 200

/** Returns how the reply differs from the declared ones; undefined if it does not. */
export function problemOf(
  { responses, endpoint }: Pick<Route, 'responses' | 'endpoint'>,
  { status, text, headers }: ShownReply,
): string | undefined {
  // Live mode does not have the operations of the sandbox.
  if (status === 404 && endpoint.sandboxOnly) return undefined
  const declared = responses[status]
  if (declared === undefined) return `status ${status}: ${text.slice(0, SHOWN_CHARACTERS_MAX)}`
  const response = '$ref' in declared ? componentOf(declared.$ref) : declared
  const { content = {} } = response
  if (REDIRECTS.has(status))
    return headers['location'] && response.headers?.['location']
      ? undefined
      : `${status} without location`
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  // The decrypted content of an encrypted reply has the declared shape.
  if (text === '' || type === 'application/jose+json') return undefined
  const schema = content[type]?.schema
  if (schema === undefined) return `${status} of type ${type || 'none'}`
  if (!type.endsWith('json')) return undefined
  // The published schema of a success omits constraints that only the service itself has to keep.
  const isSuccess = status < 300 && endpoint.replies === undefined
  const validate = validatorOf(isSuccess ? endpoint.reply : schema)
  if (validate(JSON.parse(text))) return undefined
  return `${status}\n${ajv.errorsText(validate.errors, { dataVar: 'reply', separator: '\n' })}`
}

function componentOf($ref: string): DeclaredResponse {
  const name = $ref.split('/').at(-1) ?? ''
  return document.components.responses[name] ?? {}
}

const validators = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(withAbsoluteReferences(schema) as object)
    validators.set(schema, validate)
  }
  return validate
}

/** Makes references within the document absolute, because a validator is compiled from a schema without the document around it. */
function withAbsoluteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAbsoluteReferences)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === '$ref' && String(field).startsWith('#/')
        ? `http://test/document${field}`
        : withAbsoluteReferences(field),
    ]),
  )
}
