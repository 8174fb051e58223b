// Secrets of high entropy (tokens, client secrets, codes) are kept as SHA-256 and compared by hash.
// A slow hash would protect nothing here: nobody can guess 122 random bits.

import { createHash, timingSafeEqual } from 'node:crypto'

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** In constant time, so that nobody learns how much of a guess was right. */
export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
