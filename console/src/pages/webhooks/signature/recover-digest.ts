// Recovers the digest that an RSA signature signs (RFC 8017, 8.2.2): signature ^ e mod n contains it after its padding.

import { bytesOf, hexOf } from './encodings.ts'

export type SignedDigest = { readonly hash: 'SHA-1' | 'SHA-256'; readonly digest: Uint8Array }

/** The padding and the names of the algorithms that precede a digest, in hexadecimal. */
const forms = [
  { hash: 'SHA-256', pattern: /^0001(?:ff){8,}003031300d060960864801650304020105000420(.{64})$/ },
  { hash: 'SHA-1', pattern: /^0001(?:ff){8,}003021300906052b0e03021a05000414(.{40})$/ },
] as const

/** Returns undefined for a signature that was not made with the private key of `publicKey`. */
export async function recoverDigest(
  signature: Uint8Array,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<SignedDigest | undefined> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', publicKey, algorithm, true, ['verify'])
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', key)
  const length = bytesOf(n)?.length ?? 0
  if (signature.length !== length) return undefined
  const recovered = power(integerOf(signature), integerOf(bytesOf(e)), integerOf(bytesOf(n)))
  const text = recovered.toString(16).padStart(length * 2, '0')
  for (const { hash, pattern } of forms) {
    const digest = pattern.exec(text)?.[1]
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
  for (let [square, rest] = [base % modulus, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
