// The keys that sign webhook messages (D33): created at the first start, unlocked once per running service.

import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database, Reader } from '../../kernel/database/db.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import { keyPairTable } from '../../kernel/keys/key-pair-store.ts'
import {
  generatePair,
  type KeyStore,
  loadPairs,
  privateKeyOf,
  type StoredKeyPair,
} from '../../kernel/keys/key-pairs.ts'
import type { Signatures } from './envelope.ts'

export type SigningKeys = {
  /** Signs the raw bytes of the body: RSASSA-PKCS1-v1_5, base64. */
  signBody(body: string): Promise<Signatures>
  /** Standard Webhooks `v1a`: Ed25519, base64. */
  signText(text: string): string
}

type Algorithm = 'rsa' | 'ed25519'
type PublicKeys = Readonly<Record<Algorithm, KeyObject>>
type KeyRow = StoredKeyPair & { readonly algorithm: Algorithm }

const algorithms: readonly Algorithm[] = ['rsa', 'ed25519']
const signOnThreadPool = promisify(sign)

// A stored pair never changes, so a service unlocks it once.
const memoryOf = instanceMemory((): { keys?: SigningKeys; publicKeys?: PublicKeys } => ({}))

const keyStore: KeyStore<KeyRow> = {
  name: 'signing keys',
  secretName: 'GODWIT_SECRET_WEBHOOK',
  labelOf: ({ algorithm }) => algorithm,
  generateMissing: (rows) => {
    const missing = algorithms.filter(
      (algorithm) => !rows.some((row) => row.algorithm === algorithm),
    )
    return Promise.all(
      missing.map(async (algorithm) => ({ algorithm, ...(await generatePair(algorithm)) })),
    )
  },
  ...keyPairTable<'algorithm', KeyRow>('signing_keys', 'algorithm'),
}

/**
 * The first call of a service creates missing key pairs and unlocks them with the operator's secret. Later calls return
 * the same keys.
 */
export async function loadSigningKeys(
  db: Database,
  secret: string | undefined,
): Promise<SigningKeys> {
  const { keys } = memoryOf(db.reader)
  return keys ?? unlock(db.reader, await loadPairs(db, keyStore, secret), secret)
}

/** Returns the keys that `loadSigningKeys` has unlocked. Before that call, only keys without encryption can be unlocked. */
export async function signingKeys(db: Reader): Promise<SigningKeys> {
  return memoryOf(db).keys ?? unlock(db, await keyStore.list(db), undefined)
}

/** The public key, as PEM. */
export async function publicKeyOf(db: Reader, algorithm: Algorithm): Promise<string> {
  return pairOf(await keyStore.list(db), algorithm).publicKey
}

/** The public keys that verify the signatures of this installation. */
export async function publicKeys(db: Reader): Promise<PublicKeys> {
  const memory = memoryOf(db)
  if (memory.publicKeys !== undefined) return memory.publicKeys
  const rows = await keyStore.list(db)
  const keyOf = (algorithm: Algorithm) => createPublicKey(pairOf(rows, algorithm).publicKey)
  memory.publicKeys = { rsa: keyOf('rsa'), ed25519: keyOf('ed25519') }
  return memory.publicKeys
}

function pairOf(rows: readonly KeyRow[], algorithm: Algorithm): KeyRow {
  const row = rows.find((key) => key.algorithm === algorithm)
  if (row === undefined)
    throw new Error('there are no signing keys: call loadSigningKeys when the service starts')
  return row
}

async function unlock(
  db: Reader,
  rows: readonly KeyRow[],
  secret: string | undefined,
): Promise<SigningKeys> {
  const rsa = await privateKeyOf(pairOf(rows, 'rsa'), keyStore, secret)
  const ed25519 = await privateKeyOf(pairOf(rows, 'ed25519'), keyStore, secret)
  const keys: SigningKeys = {
    // Each RSA signature takes 0.3 ms of a core, too long for the event loop, so the thread pool makes both.
    async signBody(text) {
      const body = Buffer.from(text)
      const [sha256, sha1] = await Promise.all([
        signOnThreadPool('sha256', body, rsa),
        signOnThreadPool('sha1', body, rsa),
      ])
      return { sha256: sha256.toString('base64'), sha1: sha1.toString('base64') }
    },
    // An Ed25519 signature takes 0.05 ms, about as long as a call of the thread pool.
    signText: (text) => sign(null, Buffer.from(text), ed25519).toString('base64'),
  }
  memoryOf(db).keys = keys
  return keys
}
