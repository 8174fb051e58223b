// SQL on the key pairs with which clients encrypt request bodies.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { StoredKeyPair } from '../../kernel/keys/key-pairs.ts'

export type PayloadKeyRow = StoredKeyPair & { readonly version: number }

const listPayloadKeysSql = sql<PayloadKeyRow>(`
  select version, public_key, private_key, sealed from payload_keys order by version desc`)

export function listPayloadKeys(db: Reader): Promise<PayloadKeyRow[]> {
  return db.rows(listPayloadKeysSql, [])
}

const insertPayloadKeySql = sql<never>(`
  insert into payload_keys (version, public_key, private_key, sealed) values ($1, $2, $3, $4)
  on conflict (version) do nothing`)

/** Does nothing when a key of this version exists. */
export async function insertPayloadKey(
  tx: Tx,
  { version, publicKey, privateKey, sealed }: PayloadKeyRow,
): Promise<void> {
  await tx.rows(insertPayloadKeySql, [version, publicKey, privateKey, sealed])
}

const sealPayloadKeySql = sql<never>(`
  update payload_keys set private_key = $2, sealed = true where version = $1 and not sealed`)

/** Does nothing when the key is sealed already. */
export async function sealPayloadKey(
  tx: Tx,
  { version, privateKey }: PayloadKeyRow,
): Promise<void> {
  await tx.rows(sealPayloadKeySql, [version, privateKey])
}
