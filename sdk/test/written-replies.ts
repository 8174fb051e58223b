// A client whose service is a list of replies that the test writes.

import { GodwitError } from '../src/errors.ts'
import { createGodwit, type GodwitOptions } from '../src/index.ts'

type Attempt = {
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly redirect: string | undefined
}

/** The error of `fetch` of Node.js when nothing listens at the port. */
const connectionRefused = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    }),
  })

/**
 * A client whose service gives one of `replies` to each attempt, in order: a status with headers, `broken` for a connection
 * that breaks, or `refused` for a connection that is never made. Later attempts get the status 200.
 */
export function clientOf(
  replies: readonly (readonly [number, object?] | 'broken' | 'refused')[],
  options: GodwitOptions = {},
) {
  const attempts: Attempt[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    attempts.push({ headers: new Headers(init?.headers), body, redirect: init?.redirect })
    const reply = replies[attempts.length - 1] ?? [200]
    if (reply === 'broken') throw new TypeError('fetch failed')
    if (reply === 'refused') throw connectionRefused()
    const [status, headers = {}] = reply
    return Response.json(status < 400 ? { id: 7 } : { errors: [] }, {
      status,
      headers: { ...headers },
    })
  }
  return { godwit: createGodwit({ fetch, ...options }), attempts }
}

export const order = { path: { profileId: 1 }, body: { currency: 'EUR' } }
export const transfer = {
  body: { targetAccount: 1, quoteUuid: 'a1f4c2b0-7d3e-4b56-9c1a-2f0e8d7c6b5a' },
}
export { KEY_HEADER } from '../src/generated/repetition.ts'

export const refusal = (status: number, headers: Record<string, string> = {}) =>
  new GodwitError(new Response(null, { status, headers }), [])
