// Signs and posts one message. No transaction is open here.

import type { Outside } from '../../kernel/outside.ts'
import type { Reply } from '../model.ts'
import { headersOf, type Signatures } from './envelope.ts'
import type { SigningKeys } from './signing-keys.ts'

declare module '../../kernel/outside.ts' {
  interface Outside {
    /** Translates a webhook message into the dialect of this service (D89). Absent without a dialect. */
    inDialect?(message: string): string
  }
}

type Message = {
  readonly deliveryId: string
  readonly url: string
  readonly body: string
  readonly isTest: boolean
  /** A body that a developer has written is sent byte by byte, without translation. */
  readonly isEdited?: true
  /** The signatures that an earlier attempt to send the same bytes has stored; undefined without stored signatures. */
  readonly signatures: Signatures | undefined
}

type PostOptions = {
  readonly keys: SigningKeys
  readonly outside: Outside
  readonly timeoutMs: number
}

/** Returns the reply of the receiver, and the signatures that a later attempt to send the same body may reuse. */
export async function postMessage(
  { deliveryId, url, body, isTest, isEdited, signatures }: Message,
  { keys, outside, timeoutMs }: PostOptions,
): Promise<{ reply: Reply; signatures: Signatures | undefined }> {
  const bytes = isEdited ? body : (outside.inDialect?.(body) ?? body)
  // Stored signatures are of the untranslated bytes. Signatures of translated bytes are not stored, because the next
  // attempt may be made without this dialect.
  const isUntranslated = bytes === body
  const signed = (isUntranslated && signatures) || (await keys.signBody(bytes))
  // Receivers compare this time with their own clocks, so it is the real time, not the time of the sandbox clock.
  const timestamp = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  const ed25519 = keys.signText(`${deliveryId}.${timestamp}.${bytes}`)
  const headers = headersOf({ deliveryId, isTest, ...signed, timestamp, ed25519 })
  const reply = await outside.post({ url, body: bytes, headers, timeoutMs })
  return { reply, signatures: isUntranslated ? signed : undefined }
}
