// Encrypts secrets at rest with AES-256-GCM and a secret of the operator. The key is derived by scrypt, because the
// secret may be a passphrase. The label is authenticated, so that one sealed text cannot replace another.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const deriveKey = promisify(scrypt) as (
  secret: string,
  salt: Buffer,
  length: number,
) => Promise<Buffer>

/** Random bytes for keys and nonces. Use cases must not use it for anything else: they get random values as input. */
export function secureRandomBytes(length: number): Buffer {
  return randomBytes(length)
}

/** Base64 of salt, nonce, tag and ciphertext. */
export async function seal(text: string, label: string, secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, await deriveKey(secret, salt, KEY_BYTES), nonce)
  cipher.setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws when the secret or the label differs from that of `seal`. */
export async function openSealed(sealed: string, label: string, secret: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64')
  const nonceAt = SALT_BYTES
  const tagAt = nonceAt + NONCE_BYTES
  const textAt = tagAt + TAG_BYTES
  const key = await deriveKey(secret, bytes.subarray(0, nonceAt), KEY_BYTES)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt))
  decipher.setAAD(Buffer.from(label))
  decipher.setAuthTag(bytes.subarray(tagAt, textAt))
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString()
}
