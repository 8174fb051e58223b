// Binds a form to the browser that has loaded it (D122), by a cookie and a CSRF token in the form that only this
// service can derive from the cookie. With https the name of the cookie begins with __Host-, so that no other host of
// the domain can set it and browsers never send it without TLS (RFC 6265bis section 4.1.3.2).

import { createHmac } from 'node:crypto'
import type { Context } from './endpoint.ts'

type PageContext = Pick<Context, 'headers' | 'baseUrl' | 'setHeader'>

type SessionCookie = {
  /** Undefined when the browser has sent no cookie of this name, several of them, or a value that does not match `VALUE`. */
  read(page: PageContext): string | undefined
  set(page: PageContext, value: string): void
}

type Options = {
  readonly name: `godwit_${string}`
  /** How long the browser keeps the cookie: a declared timer, which the printed documents list. */
  readonly life: { readonly seconds: number }
  /** `Lax`: other sites may lead back to the page by a link. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** A session is random bytes in base64url, of 192 to 384 bits. A secret of 256 bits has 43 characters. */
const VALUE = /^[\w-]{32,64}$/

export function sessionCookie({ name, life, sameSite }: Options): SessionCookie {
  const isSecure = ({ baseUrl }: PageContext) => baseUrl().startsWith('https:')
  const nameOn = (page: PageContext) => (isSecure(page) ? `__Host-${name}` : name)
  return {
    read(page) {
      const prefix = `${nameOn(page)}=`
      const values = String(page.headers['cookie'] ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(prefix))
        .map((pair) => pair.slice(prefix.length))
      // Two cookies of one name come from two hosts or paths, and either could be ours, so neither is used.
      const [value = '', ...others] = values
      return others.length === 0 && VALUE.test(value) ? value : undefined
    },
    set(page, value) {
      const attributes = `Path=/; Max-Age=${life.seconds}; HttpOnly; SameSite=${sameSite}`
      const secure = isSecure(page) ? '; Secure' : ''
      page.setHeader('set-cookie', `${nameOn(page)}=${value}; ${attributes}${secure}`)
    },
  }
}

/**
 * The CSRF token of a form. It binds the form to its session cookie and to its subject, `about`. It cannot be made
 * without the key, not even for a cookie that an attacker has set in the browser of another person.
 */
export function formToken(key: string, session: string, about: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['form', session, ...about]))
    .digest('hex')
}
