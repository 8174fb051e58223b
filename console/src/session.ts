// The session of the browser. Its token is in a cookie that scripts cannot read; calls prove with a CSRF token that they
// come from this page.

import { createGodwit, errorOf, type Godwit } from '@godwit/sdk'

type Session = { readonly csrfToken: string; readonly user: User }
export type User = { readonly id: number; readonly email: string }
export type Connection = {
  readonly godwit: Godwit
  /** Sends a request to a URL that a reply of the service contains, with the session of the browser. */
  readonly send: typeof fetch
  readonly user: User
}

/** Opens a session, or continues the session of the browser. When it has ended, the next call opens another. */
export async function connect(): Promise<Connection> {
  let session = await openSession()
  const send: typeof fetch = async (input, init) => {
    const reply = await fetch(input, withToken(init, session))
    if (reply.status !== 401) return reply
    session = await openSession()
    return fetch(input, withToken(init, session))
  }
  return {
    user: session.user,
    send,
    godwit: createGodwit({ baseUrl: location.origin, fetch: send }),
  }
}

async function openSession(): Promise<Session> {
  const reply = await fetch('/console/session', { method: 'POST' })
  if (!reply.ok) throw await errorOf(reply)
  return (await reply.json()) as Session
}

function withToken(init: RequestInit | undefined, { csrfToken }: Session): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('x-csrf-token', csrfToken)
  return { ...init, headers }
}
