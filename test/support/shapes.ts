// Every reply that a test gets is held against the shape that its endpoint declares: so what is printed
// of the interface is what clients meet. The serialiser drops what is not declared, and sees to
// nothing else: not to types, not to formats, not to the values of an enumeration.

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { everyEndpoint } from '../../src/app/open-operations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

type Route = {
  readonly method: string
  readonly path: RegExp
  readonly parameters: number
  readonly shape: object
}

const routes: readonly Route[] = everyEndpoint
  .filter(({ replies, status }) => replies === undefined && status !== 204)
  .flatMap((endpoint) =>
    [endpoint.route, ...(endpoint.aliases ?? [])].map((route) => routeOf(endpoint, route)),
  )
  // As the router does: a fixed word goes before a parameter.
  .toSorted((a, b) => a.parameters - b.parameters)

function routeOf({ reply }: Endpoint, route: string): Route {
  const [method = '', path = ''] = route.split(' ')
  return {
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
    parameters: path.split('{').length,
    shape: reply,
  }
}

const compiled = new Map<object, ValidateFunction>()

/** Throws unless `body` is what the endpoint behind the route says it answers. */
export function checkShape(method: string, path: string, body: unknown): void {
  const [way = ''] = path.split('?')
  const found = routes.find((route) => route.method === method && route.path.test(way))
  if (found === undefined) return
  let validate = compiled.get(found.shape)
  if (validate === undefined) {
    validate = ajv.compile(found.shape)
    compiled.set(found.shape, validate)
  }
  if (validate(body)) return
  const problems = ajv.errorsText(validate.errors, { dataVar: 'reply', separator: '\n' })
  throw new Error(`${method} ${path} answered what its shape does not declare:\n${problems}`)
}
