// SQL about the keys that clients encrypt request bodies with.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { StoredKeyPair } from '../../kernel/keys/key-pairs.ts'

export type PayloadKeyRow = StoredKeyPair & { readonly version: number }

const newestFirst = sql<PayloadKeyRow>(`
  select version, public_key, private_key, sealed from payload_keys order by version desc`)

export function listPayloadKeys(db: Reader): Promise<PayloadKeyRow[]> {
  return db.rows(newestFirst, [])
}

const added = sql<never>(`
  insert into payload_keys (version, public_key, private_key, sealed) values ($1, $2, $3, $4)
  on conflict (version) do nothing`)

/** Does nothing when there is a key of this version already. */
export async function insertPayloadKey(
  tx: Tx,
  { version, publicKey, privateKey, sealed }: PayloadKeyRow,
): Promise<void> {
  await tx.rows(added, [version, publicKey, privateKey, sealed])
}

const sealed = sql<never>(`
  update payload_keys set private_key = $2, sealed = true where version = $1 and not sealed`)

/** Without effect when it is sealed already. */
export async function sealPayloadKey(
  tx: Tx,
  { version, privateKey }: PayloadKeyRow,
): Promise<void> {
  await tx.rows(sealed, [version, privateKey])
}
