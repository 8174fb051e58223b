// Requests that a benchmark sends itself, not its load generator. Each throws unless the reply is 2xx.

import { randomUUID } from 'node:crypto'

/** The body of the reply, as text. `route` is a method and a path. */
export async function requestText(url: string, token: string, route: string, body?: object) {
  const [method = '', path] = route.split(' ')
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // Some operations require an idempotency key, and the others ignore it.
      ...(method === 'POST' && { 'x-idempotence-uuid': randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${route} returned ${reply.status}: ${text}`)
  return text
}

/** The body of the reply, parsed from JSON. */
export async function requestJson<T = { id: number }>(
  url: string,
  token: string,
  route: string,
  body?: object,
): Promise<T> {
  return JSON.parse(await requestText(url, token, route, body)) as T
}
