// SQL for the keys that sign webhooks.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { StoredKeyPair } from '../../kernel/keys/key-pairs.ts'

export type Algorithm = 'rsa' | 'ed25519'

export type KeyRow = StoredKeyPair & { readonly algorithm: Algorithm }

const findKeysSql = sql<KeyRow>(`
  select algorithm, public_key, private_key, sealed from signing_keys order by algorithm`)

export function findKeys(db: Reader): Promise<KeyRow[]> {
  return db.rows(findKeysSql)
}

const insertKeySql = sql<never>(`
  insert into signing_keys (algorithm, public_key, private_key, sealed) values ($1, $2, $3, $4)
  on conflict (algorithm) do nothing`)

/** Does nothing when there is a pair of this algorithm already. */
export async function insertKey(
  tx: Tx,
  { algorithm, publicKey, privateKey, sealed }: KeyRow,
): Promise<void> {
  await tx.rows(insertKeySql, [algorithm, publicKey, privateKey, sealed])
}

const sealKeySql = sql<never>(`
  update signing_keys set private_key = $2, sealed = true where algorithm = $1 and not sealed`)

/** Does nothing when the private key is sealed already. */
export async function sealKey(tx: Tx, { algorithm, privateKey }: KeyRow): Promise<void> {
  await tx.rows(sealKeySql, [algorithm, privateKey])
}
