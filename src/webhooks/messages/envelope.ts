// The body and the headers of a webhook message. The body is created once, together with its delivery: every attempt
// and every redelivery sends the same bytes under the same id.

import { toMillisecond, toSecond } from '../../kernel/wire.ts'

type Message = {
  readonly subscriptionId: string
  readonly eventName: string
  readonly version: string
  readonly data: object
  readonly occurredAt: Temporal.Instant
  readonly sentAt: Temporal.Instant
}

/** The body as JSON text, its keys in the order that receivers expect (Facts 2.2). */
export function envelope(message: Message): string {
  const { subscriptionId, eventName, version, data, occurredAt, sentAt } = message
  const isPrecise = hasMilliseconds(version)
  return JSON.stringify({
    data:
      isPrecise && 'occurred_at' in data
        ? { ...data, occurred_at: toMillisecond(occurredAt) }
        : data,
    subscription_id: subscriptionId,
    event_type: eventName,
    schema_version: version,
    sent_at: isPrecise ? toMillisecond(sentAt) : toSecond(sentAt),
  })
}

/** The first major version whose times have milliseconds; earlier versions have whole seconds (Facts 2.2). */
const MILLISECONDS_SINCE_VERSION = 4

function hasMilliseconds(version: string): boolean {
  return Number.parseInt(version, 10) >= MILLISECONDS_SINCE_VERSION
}

export type Signatures = { readonly sha256: string; readonly sha1: string }

type SignedMessage = Signatures & {
  readonly deliveryId: string
  readonly isTest: boolean
  /** The time of the attempt in seconds since 1970 (Standard Webhooks). */
  readonly timestamp: number
  /** The signature of id, time and body (Standard Webhooks). */
  readonly ed25519: string
}

/** Begins an Ed25519 signature in the header `webhook-signature` (Standard Webhooks). */
export const ED25519_PREFIX = 'v1a,'

export function headersOf({ deliveryId, isTest, sha256, sha1, timestamp, ed25519 }: SignedMessage) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Godwit',
    'X-Delivery-Id': deliveryId,
    'X-Signature-SHA256': sha256,
    'X-Signature': sha1,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `${ED25519_PREFIX}${ed25519}`,
    ...(isTest && { 'X-Test-Notification': 'true' }),
  }
}
