// Encrypted request bodies (JWE, RFC 7516): a client encrypts what nobody on the way may read, such
// as a PIN, with a public key of ours. Its content key comes with it, and the answer is encrypted with
// the same one (Facts 3.2, gap 211).

import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Database, Reader } from '../kernel/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { seal, unseal } from '../kernel/seal.ts'
import { BodyUnreadable } from './errors.ts'
import {
  insertPayloadKey,
  listPayloadKeys,
  type PayloadKeyRow,
  sealPayloadKey,
} from './payload-key-store.ts'

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

/**
 * Makes the first key pair if there is none, and unlocks them all. With a `secret`, private halves
 * that lie open are sealed under it. Call it once, at the start.
 */
export async function loadPayloadKeys(db: Database, secret: string | undefined): Promise<OpenBody> {
  if ((await listPayloadKeys(db.reader)).length === 0) await makeKey(db, secret)
  const rows = await listPayloadKeys(db.reader)
  if (secret !== undefined) await sealOpenKeys(db, rows, secret)
  const keys = await Promise.all(rows.map((row) => unlock(row, secret)))
  return (jwe) => openWith(keys, jwe)
}

const labelOf = ({ version }: Pick<PayloadKeyRow, 'version'>) => `payload-key ${version}`

async function makeKey(db: Database, secret: string | undefined): Promise<void> {
  const { publicKey, privateKey } = await pair('rsa', { modulusLength: RSA_BITS })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const version = 1
  const row: PayloadKeyRow = {
    version,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: secret === undefined ? pem : await seal(pem, labelOf({ version }), secret),
    sealed: secret !== undefined,
  }
  // Of two processes that start at once, the second keeps what the first has stored.
  await db.transact((tx) => insertPayloadKey(tx, row))
}

async function sealOpenKeys(
  db: Database,
  rows: readonly PayloadKeyRow[],
  secret: string,
): Promise<void> {
  for (const row of rows) {
    if (row.sealed) continue
    const box = await seal(row.privateKey, labelOf(row), secret)
    await db.transact((tx) => sealPayloadKey(tx, row.version, box))
  }
}

async function unlock(row: PayloadKeyRow, secret: string | undefined): Promise<KeyObject> {
  if (!row.sealed) return createPrivateKey(row.privateKey)
  if (secret === undefined)
    throw new Error('the payload keys in this database are encrypted: set GODWIT_SECRET_PIN')
  try {
    return createPrivateKey(await unseal(row.privateKey, labelOf(row), secret))
  } catch (cause) {
    throw new Error('GODWIT_SECRET_PIN does not open the payload keys of this database', { cause })
  }
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
