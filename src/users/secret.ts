// Secrets of high entropy (tokens, client secrets, codes) are kept as SHA-256 and compared by hash.
// A slow hash would protect nothing here: nobody can guess 122 random bits.

import { createHash } from 'node:crypto'

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
