// The cookie that ties a form to a browser. Under https its name begins with __Host-, so that no other
// host of the domain can set it and no plain connection carries it (RFC 6265bis section 4.1.3.2).

import type { Context } from '../kernel/endpoint.ts'
import { consentCookie } from './timers.ts'

type Page = Pick<Context, 'headers' | 'baseUrl' | 'setHeader'>

function nameOf({ baseUrl }: Pick<Page, 'baseUrl'>): string {
  return baseUrl().startsWith('https:') ? '__Host-godwit_consent' : 'godwit_consent'
}

const VALUE = /^[\w-]{32,64}$/

export function readSessionCookie(page: Page): string | undefined {
  const name = nameOf(page)
  const values = String(page.headers['cookie'] ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  // Two of one name come from two hosts or paths: which one is ours cannot be told.
  const [value = '', ...others] = values
  return others.length === 0 && VALUE.test(value) ? value : undefined
}

export function setSessionCookie(page: Page, value: string): void {
  const name = nameOf(page)
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${consentCookie.seconds}; HttpOnly; SameSite=Lax${secure}`
  page.setHeader('set-cookie', `${name}=${value}; ${attributes}`)
}
