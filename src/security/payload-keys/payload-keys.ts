// Encrypted request bodies (JWE, RFC 7516): a client encrypts what nobody on the way may read, such
// as a PIN, with a public key of ours. Its content key comes with it, and the answer is encrypted with
// the same one (Facts 3.2, gap 211).

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
const pair = promisify(generateKeyPair) as typeof generateKeyPair.__promisify__

/** Text that only the holder of the content key can read, and the way to answer in kind. */
export type OpenedBody = {
  readonly text: string
  readonly answer: (text: string) => Promise<string>
}

/** Opens a compact JWE; refuses with BodyUnreadable. */
export type OpenBody = (jwe: string) => Promise<OpenedBody>

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]*\.[\w-]+$/

export function isEncrypted(text: string): boolean {
  return COMPACT.test(text)
}

const chest: KeyStore<PayloadKeyRow> = {
  name: 'payload keys',
  secretName: 'GODWIT_SECRET_PIN',
  labelOf: ({ version }) => `payload-key ${version}`,
  list: listPayloadKeys,
  makeMissing: async (rows) =>
    rows.length > 0
      ? []
      : [{ version: 1, ...openPair(await pair('rsa', { modulusLength: RSA_BITS })) }],
  insert: insertPayloadKey,
  seal: sealPayloadKey,
}

/** Opens bodies for whichever of the keys they were encrypted. Call it once, at the start. */
export async function loadPayloadKeys(db: Database, secret: string | undefined): Promise<OpenBody> {
  const rows = await loadPairs(db, chest, secret)
  const keys = await Promise.all(rows.map((row) => privateKeyOf(row, chest, secret)))
  return (jwe) => openWith(keys, jwe)
}

async function openWith(keys: readonly KeyObject[], jwe: string): Promise<OpenedBody> {
  for (const key of keys) {
    const text = await decrypt(key, jwe)
    if (text !== undefined) return { text, answer: answerer(contentKeyOf(key, jwe)) }
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

/** The library keeps it to itself. The JWE was opened with this key before. */
function contentKeyOf(key: KeyObject, jwe: string): Uint8Array {
  const wrapped = Buffer.from(jwe.split('.')[1] ?? '', 'base64url')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return new Uint8Array(privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped))
}

const answerer = (contentKey: Uint8Array) => (text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: CONTENT })
    .encrypt(contentKey)

/** The key to encrypt with, in Base64 of its DER form. */
export async function newestPayloadKey(
  db: Reader,
): Promise<{ readonly version: number; readonly publicKey: string }> {
  const [newest] = await listPayloadKeys(db)
  if (newest === undefined) throw new Error('the payload keys have not been made')
  const der = createPublicKey(newest.publicKey).export({ type: 'spki', format: 'der' })
  return { version: newest.version, publicKey: der.toString('base64') }
}
