// Requests of another program, for tests: with the token of the seeded user instead of the session of the browser.

import { expect } from 'vitest'
import { SEED } from '../../src/app/seed.ts'
import { serviceUrl } from './service.ts'

/** Sends a request. Returns the reply with any status. */
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

/** Sends a request. Returns the body of the reply as an object. Throws when the service refuses the request. */
export async function sendAndRead<Reply>(
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const reply = await send(method, path, body)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}

/** The id of the first profile of the seeded user. */
export async function readProfileId(): Promise<number> {
  const [profile] = await sendAndRead<{ id: number }[]>('GET', '/v2/profiles')
  return profile?.id ?? expect.fail('the seeded user has no profile')
}

/** Gives the seeded user a PIN until `use` ends. Meanwhile the service demands the PIN to show secrets or to move money. */
export async function withPin(pin: string, use: () => Promise<void>): Promise<void> {
  await sendAndRead('POST', '/v1/user/pin', { pin })
  try {
    await use()
  } finally {
    await deletePin()
  }
}

/** Deletes the PIN of the seeded user. */
export async function deletePin(): Promise<void> {
  const { id } = await sendAndRead<{ id: number }>('GET', '/v1/me')
  await sendAndRead('DELETE', `/v1/users/${id}/pin`)
}
