// Requests whose path or method no operation has, as the log of requests keeps them (D130).

import Type from 'typebox'
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { LoggedEndpoint } from '../../requests/index.ts'

/** Declares no field, so that the log keeps no field of the request or the reply. */
export const unknownRoute: LoggedEndpoint = {
  id: 'app.unknownRoute',
  operationId: 'none',
  effect: 'reads',
  reply: Type.Unknown(),
}

/** Replaces a word of a path that no operation declares, because that word may be anything, such as a secret. */
const UNKNOWN = '{unknown}'

/** A longer path is cut to this number of words, which no path of an operation exceeds. */
const WORDS_MAX = 12

/** Returns the function that keeps the words of a path that a route declares, and no other text. */
export function knownWordsOf(endpoints: readonly Endpoint[]): (path: string) => string {
  const declared = new Set(
    endpoints.flatMap(({ route, aliases = [] }) => [route, ...aliases].flatMap(literalWordsOf)),
  )
  return (path) => {
    const words = path.split('/').slice(1, WORDS_MAX + 1)
    return `/${words.map((word) => (declared.has(word) ? word : UNKNOWN)).join('/')}`
  }
}

function literalWordsOf(route: string): readonly string[] {
  return route
    .split('/')
    .slice(1)
    .filter((word) => !word.includes('{'))
}
