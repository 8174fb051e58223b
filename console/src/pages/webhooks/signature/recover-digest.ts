// Recovers the digest that an RSA signature signs (RFC 8017, 8.2.2): signature ^ e mod n is an encoded message, which ends
// with the digest.

import { bytesOf, hexOf } from './encodings.ts'

type SignedDigest = { readonly hash: 'SHA-1' | 'SHA-256'; readonly digest: Uint8Array }

/** Encoded messages (RFC 8017, 9.2) in hexadecimal: the padding, the prefix of a DigestInfo, which names the hash, and the digest. */
const encodedMessages = [
  { hash: 'SHA-256', pattern: /^0001(?:ff){8,}003031300d060960864801650304020105000420(.{64})$/ },
  { hash: 'SHA-1', pattern: /^0001(?:ff){8,}003021300906052b0e03021a05000414(.{40})$/ },
] as const

/**
 * Returns undefined for a signature that was not made with the private key of `publicKey`, or whose hash is neither SHA-1
 * nor SHA-256.
 */
export async function recoverDigest(
  signature: Uint8Array,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<SignedDigest | undefined> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', publicKey, algorithm, true, ['verify'])
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', key)
  const length = bytesOf(n)?.length ?? 0
  if (signature.length !== length) return undefined
  const modulus = integerOf(bytesOf(n))
  const representative = integerOf(signature)
  // RFC 8017, 5.2.2: `power` would reduce a larger integer, so a second value would pass as the same signature.
  if (representative >= modulus) return undefined
  const encodedMessage = power(representative, integerOf(bytesOf(e)), modulus)
    .toString(16)
    .padStart(length * 2, '0')
  for (const { hash, pattern } of encodedMessages) {
    const digest = pattern.exec(encodedMessage)?.[1]
    if (digest !== undefined) return { hash, digest: bytesOf(digest) ?? new Uint8Array() }
  }
  return undefined
}

function integerOf(bytes: Uint8Array = new Uint8Array()): bigint {
  return BigInt(`0x${hexOf(bytes) || '0'}`)
}

/** base ^ exponent mod modulus. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let [square, bits] = [base % modulus, exponent]; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
