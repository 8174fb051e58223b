// The session of the browser. The token of the session is in a cookie that scripts cannot read; calls prove with a CSRF token
// that they come from this page.

import { createGodwit, type Godwit } from '@godwit/sdk'
import { pages } from './pages.ts'
import { readJson } from './read-json.ts'

type Session = { readonly csrfToken: string; readonly user: User }
export type User = { readonly id: number; readonly email: string }
type ListedUser = User & { readonly name: string | null }
export type Connection = {
  readonly godwit: Godwit
  /**
   * Sends a request with the session of the browser, for example to a URL that a reply of the service contains. When the session
   * has ended, opens another session and repeats the request, or loads the console again if the user is another one now.
   */
  readonly send: typeof fetch
  readonly user: User
  /** Lists the newest users, the seeded user and the user of the session (`LISTED_USERS_MAX`). */
  readonly listUsers: () => Promise<readonly ListedUser[]>
  /** Finds an active user by the whole e-mail address or the id; undefined without one. */
  readonly findUser: (emailOrId: string) => Promise<ListedUser | undefined>
  /** Changes the session to another user, and loads the console again. */
  readonly chooseUser: (id: number) => Promise<void>
}

/** Opens a session, or continues the session of the browser. When the session has ended, the next call opens another. */
export async function connect(): Promise<Connection> {
  let session = await openSession()
  const send: typeof fetch = async (input, init) => {
    const reply = await fetch(input, withToken(init, session))
    if (reply.status !== 401) return reply
    const { user } = session
    session = await openSession()
    // Another tab has chosen another user, or the session of the chosen user has expired. The request of one user must not
    // be sent with the rights of another.
    if (session.user.id !== user.id) {
      reload()
      return reply
    }
    return fetch(input, withToken(init, session))
  }
  return {
    user: session.user,
    listUsers: async () => readJson(await send('/console/users')),
    findUser: async (emailOrId) => {
      const search = new URLSearchParams({ search: emailOrId })
      const [found] = await readJson<ListedUser[]>(await send(`/console/users?${search}`))
      return found
    },
    chooseUser: async (userId) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ userId })
      await readJson(await send('/console/session', { method: 'PUT', headers, body }))
      reload()
    },
    send,
    godwit: createGodwit({ baseUrl: location.origin, fetch: send }),
  }
}

async function openSession(): Promise<Session> {
  return readJson(await fetch('/console/session', { method: 'POST' }))
}

/**
 * Drops the drafts and the loaded data of the previous user. The chosen profile stays in `localStorage`, and `Connect` ignores a
 * profile that the new user does not have. A page whose path names no resource stays open; any other page may show a resource
 * of the previous user, so Home is opened.
 */
function reload(): void {
  sessionStorage.clear()
  const path = location.pathname.replace(/^\/console/, '')
  location.replace(pages.some((page) => page.path === path) ? location.pathname : '/console')
}

function withToken(init: RequestInit | undefined, { csrfToken }: Session): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('x-csrf-token', csrfToken)
  return { ...init, headers }
}
