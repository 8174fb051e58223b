// Tokens, client secrets and codes are stored as SHA-256 and compared by hash. The service generates them with at least 106
// random bits (`uuidInCell`), except registration codes, which applications generate with at least 32 characters, so a slow
// password hash would add no protection.

import { createHash, timingSafeEqual } from 'node:crypto'

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in constant time: the duration does not reveal how many characters of a guess are right. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
