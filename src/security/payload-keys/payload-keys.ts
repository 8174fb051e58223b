// Encrypted request bodies (JWE, RFC 7516): a client encrypts secrets such as a PIN with a public key of this service,
// so that proxies between client and service cannot read them. The reply is encrypted with the content key of the
// request (Facts 3.2, gap 211).

import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Database, Reader } from '../../kernel/database/db.ts'
import { isCompactJwe, openJwe } from '../../kernel/keys/jwe.ts'
import { versionedKeyStore } from '../../kernel/keys/key-pair-store.ts'
import { loadPairs, privateKeyOf } from '../../kernel/keys/key-pairs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { BodyUnreadable } from '../errors.ts'

const JWE_RULES = { wraps: ['RSA-OAEP-256'] } as const

/** The decrypted body, and a function that encrypts the reply with the same content key. */
export type OpenedBody = {
  readonly text: string
  readonly encryptReply: (text: string) => string
}

/** Decrypts a compact JWE. Refuses a JWE that no key opens (`BodyUnreadable`). */
export type OpenBody = (jwe: string) => Promise<OpenedBody>

export const isEncrypted = isCompactJwe

const keyStore = versionedKeyStore({
  table: 'payload_keys',
  label: 'payload-key',
  name: 'payload keys',
  secretName: 'GODWIT_SECRET_PIN',
})

/** Loads all keys, any of which may have encrypted a body. Creates the first key in an empty table. Called once, at startup. */
export async function loadPayloadKeys(db: Database, secret: string | undefined): Promise<OpenBody> {
  const rows = await loadPairs(db, keyStore, secret)
  const keys = await Promise.all(rows.map((row) => privateKeyOf(row, keyStore, secret)))
  return async (jwe) => openWithAny(keys, jwe)
}

function openWithAny(keys: readonly KeyObject[], jwe: string): OpenedBody {
  for (const key of keys) {
    const opened = openJwe(jwe, key, JWE_RULES)
    if (opened?.content !== undefined)
      return { text: opened.content, encryptReply: opened.encryptReply }
  }
  return refuse(BodyUnreadable)
}

/** The public key for clients: Base64 of its DER form. */
export async function newestPayloadKey(
  db: Reader,
): Promise<{ readonly version: number; readonly publicKey: string }> {
  const [newest] = await keyStore.list(db)
  if (newest === undefined) throw new Error('the payload keys have not been created')
  const der = createPublicKey(newest.publicKey).export({ type: 'spki', format: 'der' })
  return { version: newest.version, publicKey: der.toString('base64') }
}
