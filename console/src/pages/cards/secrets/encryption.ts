// Encryption of card data in the browser: the request is a compact JWE (RSA-OAEP-256, A256GCM), and the service encrypts its
// reply with the content key of the request.

import type { CardEncryptingKey } from '@godwit/sdk'
import { bytesOfBase64 } from '../../../base64.ts'

const HEADER = base64url(new TextEncoder().encode('{"alg":"RSA-OAEP-256","enc":"A256GCM"}'))
// The sizes of A256GCM (RFC 7518, section 5.3).
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

type EncryptedRequest = {
  readonly encryptedPayload: string
  readonly decryptReply: (reply: string) => Promise<string>
}

/** Returns the encrypted content of a request, and a function that decrypts the reply to it. */
export async function encryptRequest(
  { key }: CardEncryptingKey,
  content: object = {},
): Promise<EncryptedRequest> {
  const { subtle } = crypto
  const spki = bytesOfBase64(key)
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const serviceKey = await subtle.importKey('spki', spki, rsa, false, ['encrypt'])
  const keyBytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const contentKey = await subtle.importKey('raw', keyBytes, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const wrappedKey = await subtle.encrypt(rsa, serviceKey, keyBytes)
  keyBytes.fill(0)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytesOfText(HEADER) }
  const plaintext = bytesOfText(JSON.stringify(content))
  const ciphertext = new Uint8Array(await subtle.encrypt(algorithm, contentKey, plaintext))
  const encrypted = ciphertext.slice(0, -TAG_BYTES)
  const tag = ciphertext.slice(-TAG_BYTES)
  const sections = [new Uint8Array(wrappedKey), iv, encrypted, tag].map(base64url)
  return {
    encryptedPayload: [HEADER, ...sections].join('.'),
    decryptReply: (reply) => decrypt(reply, contentKey),
  }
}

async function decrypt(jwe: string, contentKey: CryptoKey): Promise<string> {
  const [header = '', , iv = '', content = '', tag = ''] = jwe.split('.')
  const algorithm = { name: 'AES-GCM', iv: bytesOfBase64(iv), additionalData: bytesOfText(header) }
  const ciphertext = new Uint8Array([...bytesOfBase64(content), ...bytesOfBase64(tag)])
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, contentKey, ciphertext))
}

const bytesOfText = (text: string) => new TextEncoder().encode(text)

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
