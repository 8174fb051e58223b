// Encrypted request bodies (JWE, RFC 7516): a client encrypts secrets such as a PIN with a public key of this service,
// so that proxies between them cannot read it. The reply is encrypted with the content key of the request (Facts 3.2,
// gap 211).

import {
  constants,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Database, Reader } from '../../kernel/database/db.ts'
import { type KeyStore, loadPairs, openPair, privateKeyOf } from '../../kernel/keys/key-pairs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { BodyUnreadable } from '../errors.ts'
import { insertPayloadKey, listPayloadKeys, type PayloadKeyRow, sealPayloadKey } from './store.ts'

const KEY_WRAP = 'RSA-OAEP-256'
const CONTENT = 'A256GCM'
const RSA_BITS = 2048
const generatePair = promisify(generateKeyPair) as typeof generateKeyPair.__promisify__

/** The decrypted body, and a function that encrypts the reply with the same content key. */
export type OpenedBody = {
  readonly text: string
  readonly encryptReply: (text: string) => Promise<string>
}

/** Decrypts a compact JWE. Refuses with `BodyUnreadable`. */
export type OpenBody = (jwe: string) => Promise<OpenedBody>

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]*\.[\w-]+$/

export function isEncrypted(text: string): boolean {
  return COMPACT.test(text)
}

const keyStore: KeyStore<PayloadKeyRow> = {
  name: 'payload keys',
  secretName: 'GODWIT_SECRET_PIN',
  labelOf: ({ version }) => `payload-key ${version}`,
  list: listPayloadKeys,
  makeMissing: async (rows) =>
    rows.length > 0
      ? []
      : [{ version: 1, ...openPair(await generatePair('rsa', { modulusLength: RSA_BITS })) }],
  insert: insertPayloadKey,
  seal: sealPayloadKey,
}

/** Loads all keys and creates the first one. A body may be encrypted with any of them. Call it once, at startup. */
export async function loadPayloadKeys(db: Database, secret: string | undefined): Promise<OpenBody> {
  const rows = await loadPairs(db, keyStore, secret)
  const keys = await Promise.all(rows.map((row) => privateKeyOf(row, keyStore, secret)))
  return (jwe) => decryptWithAny(keys, jwe)
}

async function decryptWithAny(keys: readonly KeyObject[], jwe: string): Promise<OpenedBody> {
  for (const key of keys) {
    const text = await decrypt(key, jwe)
    if (text !== undefined) return { text, encryptReply: replyEncrypter(contentKeyOf(key, jwe)) }
  }
  return refuse(BodyUnreadable)
}

async function decrypt(key: KeyObject, jwe: string): Promise<string | undefined> {
  try {
    const algorithms = {
      keyManagementAlgorithms: [KEY_WRAP],
      contentEncryptionAlgorithms: [CONTENT],
    }
    const { plaintext } = await compactDecrypt(jwe, key, algorithms)
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
  } catch {
    return undefined
  }
}

/** `jose` does not return the content key. The caller has decrypted the JWE with this key already. */
function contentKeyOf(key: KeyObject, jwe: string): Uint8Array {
  const wrapped = Buffer.from(jwe.split('.')[1] ?? '', 'base64url')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return new Uint8Array(privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped))
}

const replyEncrypter = (contentKey: Uint8Array) => (text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: CONTENT })
    .encrypt(contentKey)

/** The public key for clients: Base64 of its DER form. */
export async function newestPayloadKey(
  db: Reader,
): Promise<{ readonly version: number; readonly publicKey: string }> {
  const [newest] = await listPayloadKeys(db)
  if (newest === undefined) throw new Error('the payload keys have not been created')
  const der = createPublicKey(newest.publicKey).export({ type: 'spki', format: 'der' })
  return { version: newest.version, publicKey: der.toString('base64') }
}
