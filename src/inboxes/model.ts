// The limits of inboxes, and the rules by which an inbox keeps headers, event type and body of a request.

import { isPlainText } from '../kernel/wire.ts'

/**
 * The most inboxes of one user (gap 1065). Each may keep REQUESTS_KEPT_MAX bodies of 1 MiB, which is the limit of the HTTP
 * layer.
 */
export const INBOXES_MAX = 20
/** The most requests that an inbox keeps (gap 1065). */
export const REQUESTS_KEPT_MAX = 1000

/** The HTTP statuses of a reply: not 1xx, which a server sends before its reply. */
export const STATUS_MIN = 200
export const STATUS_MAX = 599
export const STATUS_DEFAULT = 200
/** Longer than a delivery waits for a reply (`webhooks.reply-timeout`), so that users can try a timeout (gap 1066). */
export const DELAY_MS_MAX = 6000

/** Cookies and credentials are not on the list: a browser or a proxy may have added them. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'user-agent',
  'accept',
  'x-delivery-id',
  'x-signature-sha256',
  'x-signature',
  'x-test-notification',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]
/** In characters. Longer than any signature. */
const HEADER_LENGTH_MAX = 1000

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The headers of KEPT_HEADERS, each cut to HEADER_LENGTH_MAX characters. */
export function keptHeaders(headers: Headers): Record<string, string> {
  const storedHeaders: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = headers[name]
    if (value !== undefined) storedHeaders[name] = String(value).slice(0, HEADER_LENGTH_MAX)
  }
  return storedHeaders
}

/** Messages of webhooks are much smaller. A larger body is not parsed; a choice of this project. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** In characters. Longer than the name of any event. */
const EVENT_LENGTH_MAX = 100

/** The type of the event that a message reports; null for any other body. */
export function eventTypeOf(body: Buffer): string | null {
  if (body.length > MESSAGE_BYTES_MAX) return null
  try {
    const event: unknown = JSON.parse(body.toString('utf8'))?.event_type
    return typeof event === 'string' && event.length <= EVENT_LENGTH_MAX && isPlainText(event)
      ? event
      : null
  } catch {
    return null
  }
}

export const encodings = ['utf-8', 'base64'] as const

type EncodedBody = { readonly body: string; readonly bodyEncoding: (typeof encodings)[number] }

/** The bytes as text, or in Base64 when they are not valid UTF-8. */
export function encodeBody(body: Buffer): EncodedBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return { body: text, bodyEncoding: 'utf-8' }
  } catch {
    return { body: body.toString('base64'), bodyEncoding: 'base64' }
  }
}
