// Who the person at the browser is, in live (D6). No password is kept here: a page of the operator's
// authenticates people, and says who came with a signature that only that page and this service can
// make. It covers a nonce made of the browser's cookie and of this very request, so that what it says
// is worth nothing in another browser or for another application.

import { createHmac } from 'node:crypto'
import type { Reader } from '../kernel/database/db.ts'
import { formToken } from '../kernel/form-session.ts'
import type { Id } from '../kernel/ids.ts'
import type { Login } from '../kernel/settings.ts'
import { type Authorization, fieldsOf, partsOf } from './authorize-application.ts'
import { withQuery } from './model.ts'
import { equalTexts } from './secret.ts'
import { findPickable, type Pickable } from './store.ts'
import { loggedIn } from './timers.ts'

function nonceOf({ secret }: Login, cookie: string, authorization: Authorization): string {
  return formToken(secret, cookie, ['login', ...partsOf(authorization)])
}

/** Where the person goes to log in, and from there back to the authorization page at `page`. */
export function loginUri(
  login: Login,
  cookie: string,
  authorization: Authorization,
  page: string,
): string {
  const return_to = withQuery(page, fieldsOf(authorization))
  return withQuery(login.url, { return_to, nonce: nonceOf(login, cookie, authorization) })
}

/** `<user id>.<end, in seconds since 1970>.<HMAC-SHA256 of nonce.user.end, in hex>` */
const SAID = /^(\d{1,15})\.(\d{1,11})\.([\da-f]{64})$/

function signLogin(secret: string, nonce: string, userId: string, end: string): string {
  return createHmac('sha256', secret).update(`${nonce}.${userId}.${end}`).digest('hex')
}

type Asking = {
  readonly login: Login
  readonly cookie: string | undefined
  readonly asked: Authorization
  realNow(): Temporal.Instant
}

/** The active user whom the login page named; undefined when it did not, or not for here and now. */
export async function findPerson(
  db: Reader,
  said: string | undefined,
  { login, cookie, asked, realNow }: Asking,
): Promise<Pickable | undefined> {
  const [, userId, end, signature] = SAID.exec(said ?? '') ?? []
  if (!userId || !end || !signature || cookie === undefined) return undefined
  const leftSeconds = Number(end) - realNow().epochMilliseconds / 1000
  if (leftSeconds <= 0 || leftSeconds > loggedIn.seconds) return undefined
  const right = signLogin(login.secret, nonceOf(login, cookie, asked), userId, end)
  if (!equalTexts(signature, right)) return undefined
  return findPickable(db, Number(userId) as Id<'user'>)
}
