// A client that encrypts its request bodies.

import { createPublicKey, randomBytes } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Person } from '../../../test/support/people.ts'
import type { Reply } from '../../../test/support/service.ts'

export const joseHeaders = {
  'content-type': 'application/jose+json',
  accept: 'application/jose+json',
  'x-jose-method': 'jwe',
}

type Algorithms = { alg?: string; enc?: string }

/** A client that has fetched the public key, encrypts requests with it, and decrypts replies. */
export async function encryptingClient(person: Person) {
  const query = { algorithm: 'RSA_OAEP_256', scope: 'PAYLOAD_ENCRYPTION' }
  const { body } = await person.call('GET /v1/auth/jose/response/public-keys', { query })
  const der = Buffer.from(body.keyMaterial.keyMaterial, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const contentKey = new Uint8Array(randomBytes(32))
  return {
    encrypts: (text: string, { alg = 'RSA-OAEP-256', enc = 'A256GCM' }: Algorithms = {}) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg, enc })
        .setContentEncryptionKey(enc === 'A256GCM' ? contentKey : contentKey.slice(0, 16))
        .encrypt(key),
    decrypts: async ({ text }: Reply) =>
      JSON.parse(new TextDecoder().decode((await compactDecrypt(text, contentKey)).plaintext)),
  }
}
