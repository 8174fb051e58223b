// The key pairs of the service. They are generated at the first start and stored in the database, so that all processes
// have the same ones. Private keys are sealed when the operator has set a secret for them (D1a).

import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { ConfigError } from '../config-error.ts'
import type { Database, Reader, Tx } from '../database/db.ts'
import { openSealed, seal } from './seal.ts'

/** In PEM. A sealed private key is Base64, and only the operator's secret opens it. */
export type StoredKeyPair = {
  readonly publicKey: string
  readonly privateKey: string
  readonly sealed: boolean
}

/** How pairs of one kind are named and stored. */
export type KeyStore<R extends StoredKeyPair> = {
  /** For messages to the operator, such as `signing keys`. */
  readonly name: string
  /** The variable with the operator's secret. */
  readonly secretName: string
  /**
   * The label of the key. `seal` authenticates it together with the ciphertext, so that one sealed key cannot replace
   * another. It must never change for a stored key.
   */
  readonly labelOf: (row: R) => string
  readonly list: (db: Reader) => Promise<R[]>
  /** Generates the pairs that are missing in `rows`. */
  readonly generateMissing: (rows: readonly R[]) => Promise<R[]>
  /** Does nothing when the pair exists already. */
  readonly insert: (tx: Tx, row: R) => Promise<void>
  /** Does nothing when the pair is sealed already. */
  readonly seal: (tx: Tx, row: R) => Promise<void>
}

/** RFC 7518 requires at least this size (sections 3.3, 4.2 and 4.3). With larger keys each signature takes longer. */
const RSA_BITS = 2048
const generate = promisify(generateKeyPair) as typeof generateKeyPair.__promisify__

/** Generates a pair that is not sealed yet. */
export async function generatePair(algorithm: 'rsa' | 'ed25519'): Promise<StoredKeyPair> {
  const { publicKey, privateKey } =
    algorithm === 'rsa'
      ? await generate('rsa', { modulusLength: RSA_BITS })
      : await generate('ed25519', {})
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    sealed: false,
  }
}

/**
 * Loads the pairs, and generates missing ones. With a `secret` (any text), stored private keys that are not sealed are
 * sealed with it. Without a secret, private keys are stored unsealed.
 */
export async function loadPairs<R extends StoredKeyPair>(
  db: Database,
  store: KeyStore<R>,
  secret: string | undefined,
): Promise<R[]> {
  for (const row of await store.generateMissing(await store.list(db.reader))) {
    const stored = secret === undefined ? row : await sealRow(row, store, secret)
    await db.transact((tx) => store.insert(tx, stored))
  }
  // When two processes start concurrently, both use the pairs that the first one has stored.
  const rows = await store.list(db.reader)
  if (secret === undefined) return rows
  for (const row of rows) {
    if (row.sealed) continue
    const stored = await sealRow(row, store, secret)
    await db.transact((tx) => store.seal(tx, stored))
  }
  return rows
}

async function sealRow<R extends StoredKeyPair>(
  row: R,
  { labelOf }: Pick<KeyStore<R>, 'labelOf'>,
  secret: string,
): Promise<R> {
  return { ...row, privateKey: await seal(row.privateKey, labelOf(row), secret), sealed: true }
}

/** Throws a ConfigError when the key is sealed and the secret is missing or wrong. */
export async function privateKeyOf<R extends StoredKeyPair>(
  row: R,
  { name, secretName, labelOf }: Pick<KeyStore<R>, 'name' | 'secretName' | 'labelOf'>,
  secret: string | undefined,
): Promise<KeyObject> {
  if (!row.sealed) return createPrivateKey(row.privateKey)
  if (secret === undefined)
    throw new ConfigError(`The ${name} in this database are encrypted. Set ${secretName}.`)
  try {
    return createPrivateKey(await openSealed(row.privateKey, labelOf(row), secret))
  } catch (cause) {
    throw new ConfigError(
      `${secretName} cannot decrypt the ${name} of this database. Set it to the secret that encrypted them.`,
      { cause },
    )
  }
}
