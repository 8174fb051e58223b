// Stores of key pairs in the database, for several modules. The stores differ in the table, the column that identifies a
// pair, the label of a sealed key, and the names that operators read.

import { type Reader, sql, type Tx } from '../database/db.ts'
import { generatePair, type KeyStore, type StoredKeyPair } from './key-pairs.ts'

type KeyPairRow<K extends 'algorithm' | 'version'> = StoredKeyPair & {
  readonly [key in K]: string | number
}

/** The statements on `table`, whose column `id` identifies a pair. */
export function keyPairTable<K extends 'algorithm' | 'version', R extends KeyPairRow<K>>(
  table: string,
  id: K,
): Pick<KeyStore<R>, 'list' | 'insert' | 'seal'> {
  const listSql = sql<R>(`
    select ${id}, public_key, private_key, sealed from ${table} order by ${id} desc`)
  const insertSql = sql<never>(`
    insert into ${table} (${id}, public_key, private_key, sealed) values ($1, $2, $3, $4)
    on conflict (${id}) do nothing`)
  const sealSql = sql<never>(`
    update ${table} set private_key = $2, sealed = true where ${id} = $1 and not sealed`)
  return {
    list: (db: Reader) => db.rows(listSql),
    insert: async (tx: Tx, row) => {
      await tx.rows(insertSql, [row[id], row.publicKey, row.privateKey, row.sealed])
    },
    seal: async (tx: Tx, row) => {
      await tx.rows(sealSql, [row[id], row.privateKey])
    },
  }
}

type VersionedKeyPair = StoredKeyPair & { readonly version: number }

/** A store of RSA pairs, newest first. Clients encrypt with the public key. The first pair is version 1. */
export function versionedKeyStore({
  table,
  label,
  name,
  secretName,
}: Pick<KeyStore<VersionedKeyPair>, 'name' | 'secretName'> & {
  readonly table: string
  /** The beginning of the label of each pair. If it changed, stored keys that are sealed could not be opened any more. */
  readonly label: string
}): KeyStore<VersionedKeyPair> {
  return {
    name,
    secretName,
    labelOf: ({ version }) => `${label} ${version}`,
    generateMissing: async (rows) =>
      rows.length > 0 ? [] : [{ version: 1, ...(await generatePair('rsa')) }],
    ...keyPairTable<'version', VersionedKeyPair>(table, 'version'),
  }
}
