// Strong customer authentication: clears the challenges that the service demands before it performs a protected operation.

import type { OperationId } from './generated/client.ts'
import type { Godwit } from './godwit.ts'
import { importKey } from './keys.ts'

export type PendingChallenge = {
  readonly operationId: OperationId
  readonly oneTimeToken: string
  /** The client of the call, to clear challenges: `godwit.security.verifyPin(…)`. */
  readonly godwit: Godwit
}

/** A header for the repeated request. */
export type Proof = { readonly 'X-Signature': string }

/**
 * Clears the challenges of a one-time token. When this function returns, the call is sent once more; when it throws,
 * the call fails with the same error.
 */
export type OnChallenge = (challenge: PendingChallenge) => Promise<Proof | undefined>

/**
 * Returns an `onChallenge` that clears challenges with a key whose public half is registered (`createSigningKey`). `privateKey`
 * is PKCS #8 in PEM, or a `CryptoKey` for RSASSA-PKCS1-v1_5 with SHA-256.
 */
export function signChallenges(privateKey: string | CryptoKey): OnChallenge {
  return async ({ oneTimeToken }) => {
    const key = typeof privateKey === 'string' ? await importKey(privateKey, 'sign') : privateKey
    const bytes = new TextEncoder().encode(oneTimeToken)
    const signature = await crypto.subtle.sign(key.algorithm, key, bytes)
    return { 'X-Signature': btoa(String.fromCharCode(...new Uint8Array(signature))) }
  }
}
