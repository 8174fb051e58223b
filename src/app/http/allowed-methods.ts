// Which methods a path offers, for 405 and its header `Allow` (D104). The router finds operations by
// method first, so after a miss it does not know whether the path exists.

import type { FastifyInstance } from 'fastify'
import type { AllowedMethods } from './errors.ts'

/** Knows every route that is mounted on `app` after this call. */
export function allowedMethodsOf(app: FastifyInstance): AllowedMethods {
  const methodsByPattern = new Map<
    string,
    { readonly path: RegExp; readonly methods: Set<string> }
  >()
  app.addHook('onRoute', ({ method, url }) => {
    let known = methodsByPattern.get(url)
    if (known === undefined) {
      known = { path: patternOf(url), methods: new Set() }
      methodsByPattern.set(url, known)
    }
    for (const each of [method].flat()) known.methods.add(each)
  })
  return (path) => {
    const found = [...methodsByPattern.values()].filter((each) => each.path.test(path))
    const methods = new Set(found.flatMap((each) => [...each.methods]))
    return methods.size === 0 ? undefined : [...methods].sort().join(', ')
  }
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`)
}
