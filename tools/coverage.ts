// Checks that every operation has a test file and that every declared refusal was provoked by a test. The
// test service writes each refusal to a file, one per line: `POST /v1/transfers 409 quote.already-used`.

import type { Endpoint } from '../src/kernel/endpoint.ts'

/** The path of an operation's test file from the root. */
export function testPath(id: string): string {
  return `src/${id.split('.')[0]}/test/${id}.test.ts`
}

/** The ids of the operations without a test file. `exists` takes a path from the root. */
export function untestedOperations(
  endpoints: readonly Endpoint[],
  exists: (path: string) => boolean,
): string[] {
  return endpoints.map(({ id }) => id).filter((id) => !exists(testPath(id)))
}

/** Returns the declared refusals that `lines` does not contain, as `id status code`. */
export function unprovokedRefusals(
  endpoints: readonly Endpoint[],
  lines: readonly string[],
): string[] {
  const routes = routesOf(endpoints)
  const provoked = new Set([...new Set(lines)].flatMap((line) => refusalOf(routes, line) ?? []))
  const declared = endpoints.flatMap(({ id, errors }) =>
    errors.map(({ status, code }) => `${id} ${status} ${code}`),
  )
  return [...new Set(declared)].filter((refusal) => !provoked.has(refusal))
}

/** `missing`: found and not allowed; `stale`: allowed and no longer found. */
export function difference(found: readonly string[], allowed: readonly string[]) {
  return {
    missing: found.filter((name) => !allowed.includes(name)).sort(),
    stale: allowed.filter((name) => !found.includes(name)).sort(),
  }
}

type RoutePattern = {
  readonly id: string
  readonly method: string
  readonly pattern: RegExp
  /** The number of characters outside of parameters. The route with more of them wins, as in the router. */
  readonly fixedLength: number
}

function routesOf(endpoints: readonly Endpoint[]): RoutePattern[] {
  return endpoints
    .flatMap(({ id, route: mainRoute, aliases = [] }) =>
      [mainRoute, ...aliases].map((route) => {
        const [method = '', path = ''] = route.split(' ')
        const texts = path.split(/\{\w+\}/)
        const pattern = new RegExp(`^${texts.map(RegExp.escape).join('[^/]+')}/?$`)
        return { id, method, pattern, fixedLength: texts.join('').length }
      }),
    )
    .sort((a, b) => b.fixedLength - a.fixedLength)
}

/** Returns the refusal of a line as `id status code`; undefined for a line that belongs to no operation. */
function refusalOf(routes: readonly RoutePattern[], line: string): string | undefined {
  const match = /^([A-Z]+) (.*) (\d{3}) (\S+)$/.exec(line)
  if (match === null) return undefined
  const [, method = '', path = '', status = '', code = ''] = match
  const found = routes.find((route) => route.method === method && route.pattern.test(path))
  return found && `${found.id} ${status} ${code}`
}
