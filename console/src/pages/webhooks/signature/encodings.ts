// Reads bytes from text, and prints bytes as text.

import { bytesOfBase64 } from '../../../base64.ts'

export const SHA_1_BYTES = 20
export const SHA_256_BYTES = 32
export const ED25519_SIGNATURE_BYTES = 64
const RSA_2048_SIGNATURE_BYTES = 256

/** Reads hexadecimal or base64, also base64url; undefined for other text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === '') return undefined
  if (/^([0-9a-f]{2})+$/i.test(text) && isDigestOrSignature(text.length / 2))
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return bytesOfBase64(text)
  } catch {
    return undefined
  }
}

/** Hexadecimal text is base64 too, so only text with as many bytes as a digest or a signature is read as hexadecimal. */
function isDigestOrSignature(bytes: number): boolean {
  return [SHA_1_BYTES, SHA_256_BYTES, ED25519_SIGNATURE_BYTES, RSA_2048_SIGNATURE_BYTES].includes(
    bytes,
  )
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
