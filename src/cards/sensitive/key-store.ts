// SQL on the key pairs with which clients encrypt requests about card data.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { StoredKeyPair } from '../../kernel/keys/key-pairs.ts'

export type CardKeyRow = StoredKeyPair & { readonly version: number }

const listSql = sql<CardKeyRow>(`
  select version, public_key, private_key, sealed from card_payload_keys order by version desc`)

/** The newest first. */
export function listCardKeys(db: Reader): Promise<CardKeyRow[]> {
  return db.rows(listSql, [])
}

const insertSql = sql<never>(`
  insert into card_payload_keys (version, public_key, private_key, sealed) values ($1, $2, $3, $4)
  on conflict (version) do nothing`)

/** Does nothing when a key of this version exists. */
export async function insertCardKey(
  tx: Tx,
  { version, publicKey, privateKey, sealed }: CardKeyRow,
): Promise<void> {
  await tx.rows(insertSql, [version, publicKey, privateKey, sealed])
}

const sealSql = sql<never>(`
  update card_payload_keys set private_key = $2, sealed = true where version = $1 and not sealed`)

/** Does nothing when the key is sealed already. */
export async function sealCardKey(tx: Tx, { version, privateKey }: CardKeyRow): Promise<void> {
  await tx.rows(sealSql, [version, privateKey])
}
