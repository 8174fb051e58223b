// Key pairs of the service's own. They are made at the first start and kept in the database, so that they
// survive restarts and all processes have the same ones; the private halves are sealed where the
// operator has set a secret for them (D1a).

import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Database, Reader, Tx } from '../database/db.ts'
import { seal, unseal } from './seal.ts'

/** In PEM; a sealed private half is Base64, and opened by the operator's secret only. */
export type StoredKeyPair = {
  readonly publicKey: string
  readonly privateKey: string
  readonly sealed: boolean
}

/** Where pairs of one kind are kept. */
export type KeyStore<R extends StoredKeyPair> = {
  /** For the operator, such as `signing keys`, and the variable that holds the secret. */
  readonly name: string
  readonly secretName: string
  /** Bound into a sealed half, so that none takes the place of another. What was sealed needs it as it was. */
  readonly labelOf: (row: R) => string
  readonly list: (db: Reader) => Promise<R[]>
  /** Makes the pairs that must be there and are not in `rows`. */
  readonly makeMissing: (rows: readonly R[]) => Promise<R[]>
  /** Without effect when there is such a pair already. */
  readonly insert: (tx: Tx, row: R) => Promise<void>
  /** Without effect when it is sealed already. */
  readonly seal: (tx: Tx, row: R) => Promise<void>
}

/** A pair that was just made, before it is sealed. */
export function openPair(pair: { publicKey: KeyObject; privateKey: KeyObject }): StoredKeyPair {
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    sealed: false,
  }
}

/**
 * The pairs of the chest, made if there are none yet. With a `secret` (any text), private halves that lie
 * open are sealed under it; without one they are stored as they are.
 */
export async function loadPairs<R extends StoredKeyPair>(
  db: Database,
  chest: KeyStore<R>,
  secret: string | undefined,
): Promise<R[]> {
  for (const row of await chest.makeMissing(await chest.list(db.reader))) {
    const kept = secret === undefined ? row : await sealed(row, chest, secret)
    await db.transact((tx) => chest.insert(tx, kept))
  }
  // Of two processes that start at once, the second keeps what the first has stored.
  const rows = await chest.list(db.reader)
  if (secret === undefined) return rows
  for (const row of rows) {
    if (row.sealed) continue
    const kept = await sealed(row, chest, secret)
    await db.transact((tx) => chest.seal(tx, kept))
  }
  return rows
}

async function sealed<R extends StoredKeyPair>(
  row: R,
  { labelOf }: Pick<KeyStore<R>, 'labelOf'>,
  secret: string,
): Promise<R> {
  return { ...row, privateKey: await seal(row.privateKey, labelOf(row), secret), sealed: true }
}

/** Throws an Error with a sentence for the operator when it is sealed and the secret is missing or wrong. */
export async function privateKeyOf<R extends StoredKeyPair>(
  row: R,
  { name, secretName, labelOf }: Pick<KeyStore<R>, 'name' | 'secretName' | 'labelOf'>,
  secret: string | undefined,
): Promise<KeyObject> {
  if (!row.sealed) return createPrivateKey(row.privateKey)
  if (secret === undefined)
    throw new Error(`the ${name} in this database are encrypted: set ${secretName}`)
  try {
    return createPrivateKey(await unseal(row.privateKey, labelOf(row), secret))
  } catch (cause) {
    throw new Error(`${secretName} does not open the ${name} of this database`, { cause })
  }
}
