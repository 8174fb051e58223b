// One message, signed and posted. No transaction is open here.

import type { Outside } from '../kernel/outside.ts'
import { headersOf, type Signatures } from './envelope.ts'
import type { Answer } from './model.ts'
import type { SigningKeys } from './signing-keys.ts'

export type Message = {
  readonly deliveryId: string
  readonly url: string
  readonly body: string
  readonly test: boolean
  /** Of an earlier attempt: the bytes are the same, so they hold still. */
  readonly signatures: Signatures | undefined
}

export type Post = {
  readonly keys: SigningKeys
  readonly outside: Outside
  readonly timeoutMs: number
}

export async function postMessage(
  { deliveryId, url, body, test, signatures }: Message,
  { keys, outside, timeoutMs }: Post,
): Promise<{ answer: Answer; signatures: Signatures | undefined }> {
  const bytes = outside.inDialect?.(body) ?? body
  // A signature that was kept is of the neutral bytes, and one of the dialect's would outlive the dialect.
  const isNeutral = bytes === body
  const signed = (isNeutral && signatures) || (await keys.signBody(bytes))
  // Receivers hold this time against their own clocks, so it is the real one wherever the sandbox
  // clock may be.
  const timestamp = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  const ed25519 = keys.signText(`${deliveryId}.${timestamp}.${bytes}`)
  const headers = headersOf({ deliveryId, test, ...signed, timestamp, ed25519 })
  const answer = await outside.post({ url, body: bytes, headers, timeoutMs })
  return { answer, signatures: isNeutral ? signed : undefined }
}
