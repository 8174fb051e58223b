// Stores the key pairs for requests about card data, and opens the payloads of these requests. A request has a content key,
// encrypted with a public key of the service, and the reply is encrypted with the content key (D62), so that proxies between
// client and service see no card data.

import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Database, Reader } from '../../kernel/database/db.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import { type OpenedJwe, openJwe } from '../../kernel/keys/jwe.ts'
import { versionedKeyStore } from '../../kernel/keys/key-pair-store.ts'
import { loadPairs, privateKeyOf } from '../../kernel/keys/key-pairs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { PayloadUnreadable } from '../errors.ts'

const keyStore = versionedKeyStore({
  table: 'card_payload_keys',
  label: 'card-payload-key',
  name: 'card payload keys',
  secretName: 'GODWIT_SECRET_CARDS',
})

type Keys = {
  readonly byVersion: ReadonlyMap<number, KeyObject>
  readonly newest: { readonly version: number; readonly publicKey: string }
}

type Memory = { load: (() => Promise<Keys>) | undefined; loading: Promise<Keys> | undefined }
const memoryOf = instanceMemory((): Memory => ({ load: undefined, loading: undefined }))

/** Stores the secret that opens the private keys, at startup. `cardKeys` creates and opens the keys on first use. */
export function setCardKeySecret(db: Database, secret: string | undefined): void {
  memoryOf(db.reader).load = () => loadKeys(db, secret)
}

async function loadKeys(db: Database, secret: string | undefined): Promise<Keys> {
  const rows = await loadPairs(db, keyStore, secret)
  const [newest] = rows
  if (newest === undefined) throw new Error('there is no card payload key')
  const keys = await Promise.all(
    rows.map(async (row) => [row.version, await privateKeyOf(row, keyStore, secret)] as const),
  )
  const der = createPublicKey(newest.publicKey).export({ type: 'spki', format: 'der' })
  const published = { version: newest.version, publicKey: der.toString('base64') }
  return { byVersion: new Map(keys), newest: published }
}

/**
 * The keys of this installation, loaded by the first call. Throws an Error with a sentence for the operator when the secret
 * is missing or wrong.
 */
export async function cardKeys(db: Reader): Promise<Keys> {
  const memory = memoryOf(db)
  if (memory.load === undefined) throw new Error('the card payload keys have no secret')
  memory.loading ??= memory.load()
  try {
    return await memory.loading
  } catch (error) {
    // Otherwise a failure of the database would be returned until the next start.
    memory.loading = undefined
    throw error
  }
}

type Payload = { readonly keyVersion: number; readonly encryptedPayload: string }

/** The algorithms with which a client may encrypt its content key. */
const KEY_WRAPS = ['RSA1_5', 'RSA-OAEP-256'] as const

/** Opens the payload of a request for card data. The content of the payload may be empty. Refuses with PayloadUnreadable. */
export async function openPayload(db: Reader, payload: Payload): Promise<OpenedJwe> {
  return open(db, payload, { mayBeEmpty: true })
}

/** Opens a payload that must have content. Refuses with PayloadUnreadable. */
export async function openContent(db: Reader, payload: Payload): Promise<string> {
  const { content } = await open(db, payload)
  return content ?? refuse(PayloadUnreadable)
}

async function open(
  db: Reader,
  { keyVersion, encryptedPayload }: Payload,
  contentRule: { readonly mayBeEmpty?: true } = {},
): Promise<OpenedJwe> {
  const key = (await cardKeys(db)).byVersion.get(keyVersion)
  if (key === undefined) refuse(PayloadUnreadable, { path: 'keyVersion', arguments: [keyVersion] })
  const opened = openJwe(encryptedPayload, key, { wraps: KEY_WRAPS, ...contentRule })
  return opened ?? refuse(PayloadUnreadable)
}
