// FNV-1a, a fast hash of short texts. It is no protection: anyone can find texts with equal hashes.

const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/**
 * The 32-bit hash of a text, as a signed integer. It hashes UTF-16 code units instead of bytes, so it equals the published
 * FNV-1a only for ASCII texts. The hashes of texts that differ only in the last character differ by a small multiple of
 * `PRIME`, so they are not independent.
 */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), PRIME)
  return hash | 0
}
