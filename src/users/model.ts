// Rules without a database: languages, e-mail addresses, applications, redirect URIs, PKCE challenges (RFC 7636).

import { createHash } from 'node:crypto'
import { decimalNumber, parseDecimal } from '../kernel/decimal.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** The languages of messages to users, of which the application chooses one at sign-up (B 4.3). */
export const languages = [
  'EN',
  'US',
  'PT',
  'ES',
  'FR',
  'DE',
  'IT',
  'JA',
  'RU',
  'PL',
  'HU',
  'TR',
  'RO',
  'NL',
  'HK',
] as const

export type Language = (typeof languages)[number]

/** In characters. RFC 5321 (section 4.5.3.1.3) allows 256 octets, which include the two angle brackets around an address. */
export const EMAIL_LENGTH_MAX = 254
const EMAIL =
  /^[^\s\p{Cc}@"(),:;<>[\\\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u
const MISPLACED_DOT = /^\.|\.\.|\.@/

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text) && !MISPLACED_DOT.test(text)
}

/** In characters. */
export const CLIENT_KEY_LENGTH_MAX = 100
const CLIENT_KEY = new RegExp(`^[\\w.~-]{1,${CLIENT_KEY_LENGTH_MAX}}$`)

/** A client key is part of paths, and precedes the colon of Basic authentication, so it has no slash and no colon. */
export function isClientKey(text: string): boolean {
  return CLIENT_KEY.test(text)
}

/** The scale of the column `partner_price`. */
export const PARTNER_PRICE_DECIMALS_MAX = 6

/** A fraction of the source amount. A higher price would leave no source amount for some target amounts (gap 22). */
export const PARTNER_PRICE_MAX = 0.5

export function isPartnerPrice(text: string): boolean {
  const price = parseDecimal(text)
  if (!price || price.digits < 0n || price.scale > PARTNER_PRICE_DECIMALS_MAX) return false
  return decimalNumber(price) <= PARTNER_PRICE_MAX
}

/** An entry in an application's redirect URIs: plain HTTP to any port and path of this machine. */
const LOOPBACK = 'loopback'

/**
 * Whether an authorization may redirect to `uri`: `uri` is registered, or `loopback` is registered and `uri` is on this
 * machine (D6).
 */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  const url = URL.parse(uri)
  if (url === null || url.hash !== '') return false
  return registered.includes(uri) || (registered.includes(LOOPBACK) && isOnThisMachine(url))
}

/**
 * Returns the origin that `text` names, if a redirect URI of the application has that origin, or if `loopback` is
 * registered and the origin is on this machine (gap 354). A host without a scheme means the origin of the URI with that
 * host. Approvals are reported to this origin only (D109).
 */
export function registeredOrigin(registered: readonly string[], text: string): string | undefined {
  const webUris = registered
    .map((uri) => URL.parse(uri))
    .flatMap((url) => (url !== null && ['http:', 'https:'].includes(url.protocol) ? [url] : []))
  const named = text.replace(/\/$/, '')
  const found = webUris.find(({ origin, host }) => origin === named || host === named)
  if (found !== undefined) return found.origin
  const local = URL.parse(named.includes('://') ? named : `http://${named}`)
  const isLocal = local !== null && registered.includes(LOOPBACK) && isOnThisMachine(local)
  return isLocal && [local.origin, local.host].includes(named) ? local.origin : undefined
}

function isOnThisMachine({ protocol, hostname, username, password }: URL): boolean {
  return protocol === 'http:' && isLoopback(hostname) && username === '' && password === ''
}

const REGISTRABLE_PROTOCOL = /^(?:https?|[a-z][a-z\d+-]*\.[a-z\d+.-]*):$/

/** Accepts `loopback`, an http(s) URL, or a private scheme with a dot (RFC 8252 section 7.1); no credentials, no fragment. */
export function mayBeRegistered(uri: string): boolean {
  if (uri === LOOPBACK) return true
  const url = URL.parse(uri)
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false
  return REGISTRABLE_PROTOCOL.test(url.protocol)
}

/** Adds query parameters to `uri`; existing ones stay as they are written. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(uri)
  const added = new URLSearchParams(parameters).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}

const CODE_CHALLENGE = /^[\w-]{43}$/

/** Whether `text` can be an S256 challenge of RFC 7636: 32 bytes in BASE64URL without padding. */
export function isCodeChallenge(text: string): boolean {
  return CODE_CHALLENGE.test(text)
}

/** The S256 challenge of a code verifier (RFC 7636 section 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
