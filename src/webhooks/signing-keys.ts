// The keys that sign every message. They are made at the first start and kept in the database, so
// that they survive restarts and all processes sign alike; the private halves are encrypted under the
// operator's secret where there is one (D1a, D33).

import { createPrivateKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database, Reader } from '../kernel/db.ts'
import { seal, unseal } from '../kernel/seal.ts'
import type { Signatures } from './envelope.ts'
import { type Algorithm, findKeys, insertKey, type KeyRow, sealKey } from './store.ts'

export type SigningKeys = {
  /** Over the raw bytes of the body: RSASSA-PKCS1-v1_5, base64. */
  signBody(body: string): Promise<Signatures>
  /** Standard Webhooks `v1a`: Ed25519, base64. */
  signText(text: string): string
}

const RSA_BITS = 2048
const NOT_MADE = 'the signing keys have not been made: load them at the start'
const algorithms: readonly Algorithm[] = ['rsa', 'ed25519']
const rsaPair = promisify(generateKeyPair) as typeof generateKeyPair.__promisify__
const signOnPool = promisify(sign)

// A pair never changes once it is stored, so a process unlocks it once for each of its databases.
const unlocked = new WeakMap<Reader, SigningKeys>()

/**
 * The keys of this database, made if there are none yet. With a `secret` (any text), private halves
 * that lie open are sealed under it; without one they are stored as they are. Call it once at the
 * start: what else signs in this process uses what it found.
 */
export async function loadSigningKeys(
  db: Database,
  secret: string | undefined,
): Promise<SigningKeys> {
  const known = unlocked.get(db.reader)
  if (known !== undefined) return known
  const have = new Set((await findKeys(db.reader)).map(({ algorithm }) => algorithm))
  for (const algorithm of algorithms)
    if (!have.has(algorithm)) await insertPair(db, algorithm, secret)
  const rows = await findKeys(db.reader)
  if (secret !== undefined) await sealOpenKeys(db, rows, secret)
  return unlock(db.reader, rows, secret)
}

/** The keys that were loaded at the start. */
export async function signingKeys(db: Reader): Promise<SigningKeys> {
  return unlocked.get(db) ?? unlock(db, await findKeys(db), undefined)
}

/** The public half, as PEM. */
export async function publicKeyOf(db: Reader, algorithm: Algorithm): Promise<string> {
  const row = (await findKeys(db)).find((key) => key.algorithm === algorithm)
  if (row === undefined) throw new Error(NOT_MADE)
  return row.publicKey
}

async function unlock(
  db: Reader,
  rows: readonly KeyRow[],
  secret: string | undefined,
): Promise<SigningKeys> {
  const rsa = await privateKeyOf(rows, 'rsa', secret)
  const ed25519 = await privateKeyOf(rows, 'ed25519', secret)
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

async function insertPair(
  db: Database,
  algorithm: Algorithm,
  secret: string | undefined,
): Promise<void> {
  const { publicKey, privateKey } = await makePair(algorithm)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const row: KeyRow = {
    algorithm,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: secret === undefined ? pem : await seal(pem, algorithm, secret),
    sealed: secret !== undefined,
  }
  // Of two processes that start at once, the second keeps what the first has stored.
  await db.transact((tx) => insertKey(tx, row))
}

function makePair(algorithm: Algorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return algorithm === 'rsa' ? rsaPair('rsa', { modulusLength: RSA_BITS }) : rsaPair('ed25519', {})
}

async function sealOpenKeys(db: Database, rows: readonly KeyRow[], secret: string): Promise<void> {
  for (const { algorithm, privateKey, sealed } of rows) {
    if (sealed) continue
    const box = await seal(privateKey, algorithm, secret)
    await db.transact((tx) => sealKey(tx, algorithm, box))
  }
}

async function privateKeyOf(
  rows: readonly KeyRow[],
  algorithm: Algorithm,
  secret: string | undefined,
): Promise<KeyObject> {
  const row = rows.find((key) => key.algorithm === algorithm)
  if (row === undefined) throw new Error(NOT_MADE)
  if (!row.sealed) return createPrivateKey(row.privateKey)
  if (secret === undefined)
    throw new Error('the signing keys in this database are encrypted: set GODWIT_SECRET_WEBHOOK')
  return createPrivateKey(await open(row.privateKey, algorithm, secret))
}

async function open(box: string, algorithm: Algorithm, secret: string): Promise<string> {
  try {
    return await unseal(box, algorithm, secret)
  } catch (cause) {
    throw new Error('GODWIT_SECRET_WEBHOOK does not open the signing keys of this database', {
      cause,
    })
  }
}
