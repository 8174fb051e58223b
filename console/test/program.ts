// Requests of another program, for tests: with the token of the seeded user instead of the session of the browser.

import { SEED } from '../../src/app/seed.ts'
import { serviceUrl } from './service.ts'

/** The reply to a request, whatever its status is. */
export function send(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${serviceUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SEED.personalToken}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The reply to a request as an object. Throws when the service refuses the request. */
export async function read<Reply>(method: string, path: string, body?: object): Promise<Reply> {
  const reply = await send(method, path, body)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}

/** Gives the seeded user a PIN, so that payments are challenged. */
export async function setsPin(pin: string): Promise<void> {
  await read('POST', '/v1/user/pin', { pin })
}

export async function deletesPin(): Promise<void> {
  const { id } = await read<{ id: number }>('GET', '/v1/me')
  await read('DELETE', `/v1/users/${id}/pin`)
}
