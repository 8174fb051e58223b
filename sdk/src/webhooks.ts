// Verification of webhooks: a request counts only if the service has signed its exact bytes.

import { bytesOfBase64, importKey } from './keys.ts'

/** The signature is missing or does not match the body. Reply 401 to the request and ignore it. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature'
}

/** The fields of every webhook. */
export type WebhookEvent = {
  readonly event_type: string
  readonly schema_version: string
  readonly sent_at: string
  readonly subscription_id: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * `raw` is the body exactly as received, before any parsing; `headers` are the headers of the request, as any framework
 * provides them. Returns the event, or throws `InvalidSignature`. Any other error means that the public key could not be
 * fetched: reply 500, so that the service sends the webhook again. A delivery may arrive twice, with the same header
 * `X-Delivery-Id`.
 */
export type VerifyWebhook = (
  raw: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
) => Promise<WebhookEvent>

export function webhookVerifier(fetchPublicKey: () => Promise<string>): VerifyWebhook {
  let publicKey: CryptoKey | undefined
  return async (raw, headers) => {
    publicKey ??= await importKey(await fetchPublicKey(), 'verify')
    const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw) : new Uint8Array(raw)
    const text = new Headers(headers as HeadersInit).get('X-Signature-SHA256') ?? ''
    if (!(await crypto.subtle.verify(publicKey.algorithm, publicKey, bytesOfBase64(text), bytes)))
      throw new InvalidSignature('X-Signature-SHA256 is missing or wrong. Pass the raw body.')
    return JSON.parse(new TextDecoder().decode(bytes))
  }
}
