// The keys that sign every message (D33).

import { generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database, Reader } from '../kernel/database/db.ts'
import { type KeyChest, loadPairs, openPair, privateKeyOf } from '../kernel/keys/key-pairs.ts'
import type { Signatures } from './envelope.ts'
import { type Algorithm, findKeys, insertKey, type KeyRow, sealKey } from './store.ts'

export type SigningKeys = {
  /** Over the raw bytes of the body: RSASSA-PKCS1-v1_5, base64. */
  signBody(body: string): Promise<Signatures>
  /** Standard Webhooks `v1a`: Ed25519, base64. */
  signText(text: string): string
}

const RSA_BITS = 2048
const algorithms: readonly Algorithm[] = ['rsa', 'ed25519']
const rsaPair = promisify(generateKeyPair) as typeof generateKeyPair.__promisify__
const signOnPool = promisify(sign)

// A pair never changes once it is stored, so a process unlocks it once for each of its databases.
const unlocked = new WeakMap<Reader, SigningKeys>()

const chest: KeyChest<KeyRow> = {
  name: 'signing keys',
  secretName: 'GODWIT_SECRET_WEBHOOK',
  labelOf: ({ algorithm }) => algorithm,
  list: findKeys,
  makeMissing: (rows) => {
    const missing = algorithms.filter((each) => !rows.some(({ algorithm }) => algorithm === each))
    return Promise.all(missing.map(makePair))
  },
  insert: insertKey,
  seal: sealKey,
}

async function makePair(algorithm: Algorithm): Promise<KeyRow> {
  const pair =
    algorithm === 'rsa' ? rsaPair('rsa', { modulusLength: RSA_BITS }) : rsaPair('ed25519', {})
  return { algorithm, ...openPair(await pair) }
}

/** Call it once at the start: what else signs in this process uses what it found. */
export async function loadSigningKeys(
  db: Database,
  secret: string | undefined,
): Promise<SigningKeys> {
  const known = unlocked.get(db.reader)
  return known ?? unlock(db.reader, await loadPairs(db, chest, secret), secret)
}

/** The keys that were loaded at the start. */
export async function signingKeys(db: Reader): Promise<SigningKeys> {
  return unlocked.get(db) ?? unlock(db, await findKeys(db), undefined)
}

/** The public half, as PEM. */
export async function publicKeyOf(db: Reader, algorithm: Algorithm): Promise<string> {
  return pick(await findKeys(db), algorithm).publicKey
}

function pick(rows: readonly KeyRow[], algorithm: Algorithm): KeyRow {
  const row = rows.find((key) => key.algorithm === algorithm)
  if (row === undefined) throw new Error('the signing keys have not been made: load them first')
  return row
}

async function unlock(
  db: Reader,
  rows: readonly KeyRow[],
  secret: string | undefined,
): Promise<SigningKeys> {
  const rsa = await privateKeyOf(pick(rows, 'rsa'), chest, secret)
  const ed25519 = await privateKeyOf(pick(rows, 'ed25519'), chest, secret)
  const keys: SigningKeys = {
    // On the thread pool, both at once: each takes 0.3 ms of a core, too long for the event loop.
    async signBody(text) {
      const body = Buffer.from(text)
      const [sha256, sha1] = await Promise.all([
        signOnPool('sha256', body, rsa),
        signOnPool('sha1', body, rsa),
      ])
      return { sha256: sha256.toString('base64'), sha1: sha1.toString('base64') }
    },
    // At once: at 0.05 ms the way to the pool and back would cost as much.
    signText: (text) => sign(null, Buffer.from(text), ed25519).toString('base64'),
  }
  unlocked.set(db, keys)
  return keys
}
