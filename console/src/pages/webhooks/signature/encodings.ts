// Bytes as text.

/** Reads hexadecimal or base64, also base64url; undefined for other text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === '') return undefined
  if (/^([0-9a-f]{2})+$/i.test(text) && isDigestOrSignature(text.length / 2))
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Text of digits may also be base64, so only texts of these lengths are hexadecimal: digests and signatures. */
function isDigestOrSignature(bytes: number): boolean {
  return [20, 32, 64, 256].includes(bytes)
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
