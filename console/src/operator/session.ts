// Calls of the service with the session of an operator. The session is a cookie that scripts cannot read; calls prove
// with a CSRF token that they come from this page.

import { errorOf } from '@godwit/sdk'
import { readJson } from '../read-json.ts'

export type Operator = { readonly email: string; readonly name: string }
type OpenedSession = { readonly csrfToken: string; readonly operator: Operator }
type Credentials = { readonly email: string; readonly password: string; readonly code: string }

/** The service ends a session after 15 minutes without a request (D129). */
const IDLE_MS = 15 * 60 * 1000

/** Sends a request to a `path` below `/console/operator/`. `key` is the idempotency key of the request. */
export type Call = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  options?: { readonly body?: object; readonly key?: string },
) => Promise<Reply>

export type Session = {
  readonly operator: Operator
  readonly call: Call
  readonly logOut: () => Promise<void>
}

/** The key of the query for the session. */
export const SESSION_KEY = ['session']

const URL_OF_SESSION = '/console/operator/session'

/** The session that the browser has; null when nobody is logged in. `onEnd` is called when the session ends. */
export async function findSession(onEnd: () => void): Promise<Session | null> {
  const reply = await fetch(URL_OF_SESSION)
  if (reply.status === 401) return null
  return sessionOf(await readJson<OpenedSession>(reply), onEnd)
}

/** Opens a session. Throws when the service refuses the log-in. `onEnd` is called when the session ends. */
export async function logIn(credentials: Credentials, onEnd: () => void): Promise<Session> {
  const reply = await fetch(URL_OF_SESSION, requestOf('POST', {}, credentials))
  return sessionOf(await readJson<OpenedSession>(reply), onEnd)
}

function sessionOf({ csrfToken, operator }: OpenedSession, onEnd: () => void): Session {
  let idleTimer = setTimeout(onEnd, IDLE_MS)
  const send = async (method: string, url: string, headers: object, body?: object) => {
    const reply = await fetch(
      url,
      requestOf(method, { 'x-csrf-token': csrfToken, ...headers }, body),
    )
    // A request without a reply may not have reached the service, so only a reply begins the 15 minutes again.
    clearTimeout(idleTimer)
    if (reply.status === 401) onEnd()
    else idleTimer = setTimeout(onEnd, IDLE_MS)
    return reply
  }
  return {
    operator,
    call: async (method, path, { body, key } = {}) => {
      const headers = key === undefined ? {} : { 'x-idempotence-uuid': key }
      return readJson(await send(method, `/console/operator/${path}`, headers, body))
    },
    logOut: async () => {
      const reply = await send('DELETE', URL_OF_SESSION, {})
      // The session is still open: the operator must not believe that it has ended.
      if (!reply.ok && reply.status !== 401) throw await errorOf(reply)
      clearTimeout(idleTimer)
      onEnd()
    },
  }
}

function requestOf(method: string, headers: object, body: object | undefined): RequestInit {
  return {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }
}
