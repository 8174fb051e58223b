// SQL on PINs, face maps and signing keys.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

export type StoredFactor = 'PIN' | 'FACE_MAP'

const findSecretSql = sql<{ secret: string }>(`
  select secret from user_factors where user_id = $1 and factor = $2`)

export async function findSecret(
  db: Reader,
  userId: Id<'user'>,
  factor: StoredFactor,
): Promise<string | undefined> {
  return (await db.row(findSecretSql, [userId, factor]))?.secret
}

const insertFactorSql = sql<{ factor: string }>(`
  insert into user_factors (user_id, factor, secret, created_at, epoch) values ($1, $2, $3, $4, $5)
  on conflict (user_id, factor) do nothing
  returning factor`)

type NewFactor = {
  readonly userId: Id<'user'>
  readonly factor: StoredFactor
  readonly secret: string
  readonly epoch: number
}

/** Returns false when the user has this factor already. */
export async function insertFactor(
  tx: Tx,
  { userId, factor, secret, epoch }: NewFactor,
  now: Temporal.Instant,
): Promise<boolean> {
  return (
    (await tx.row(insertFactorSql, [userId, factor, secret, now.toString(), epoch])) !== undefined
  )
}

const deleteFactorSql = sql<{ factor: string }>(`
  delete from user_factors where user_id = $1 and factor = $2 returning factor`)

/** Returns false when the user does not have this factor. */
export async function deleteFactor(
  tx: Tx,
  userId: Id<'user'>,
  factor: StoredFactor,
): Promise<boolean> {
  return (await tx.row(deleteFactorSql, [userId, factor])) !== undefined
}

export type SigningKeyRow = {
  readonly id: Id<'signing-key'>
  /** SubjectPublicKeyInfo, PEM. */
  readonly publicKey: string
  readonly fingerprint: string
  readonly createdAt: Temporal.Instant
  /** The epoch that began when the key was registered. */
  readonly epoch: number
}

const keyColumns = 'id, public_key, fingerprint, created_at, epoch'

const listSigningKeysSql = sql<SigningKeyRow>(`
  select ${keyColumns} from user_signing_keys where user_id = $1 order by id`)

export function listSigningKeys(db: Reader, userId: Id<'user'>): Promise<SigningKeyRow[]> {
  return db.rows(listSigningKeysSql, [userId])
}

const findSigningKeySql = sql<SigningKeyRow>(`
  select ${keyColumns} from user_signing_keys where user_id = $1 and id = $2`)

export function findSigningKey(
  db: Reader,
  userId: Id<'user'>,
  keyId: Id<'signing-key'>,
): Promise<SigningKeyRow | undefined> {
  return db.row(findSigningKeySql, [userId, keyId])
}

const insertSigningKeySql = sql<SigningKeyRow>(`
  insert into user_signing_keys (user_id, public_key, fingerprint, created_at, epoch)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint user_signing_keys_unique do nothing
  returning ${keyColumns}`)

/** Returns undefined when the user has registered this key already. */
export function insertSigningKey(
  tx: Tx,
  userId: Id<'user'>,
  key: Pick<SigningKeyRow, 'publicKey' | 'fingerprint' | 'epoch'>,
  now: Temporal.Instant,
): Promise<SigningKeyRow | undefined> {
  const { publicKey, fingerprint, epoch } = key
  return tx.row(insertSigningKeySql, [userId, publicKey, fingerprint, now.toString(), epoch])
}

const deleteSigningKeySql = sql<{ id: Id<'signing-key'> }>(`
  delete from user_signing_keys where user_id = $1 and id = $2 returning id`)

/** Returns false when the user has no key with this id. */
export async function deleteSigningKey(
  tx: Tx,
  userId: Id<'user'>,
  keyId: Id<'signing-key'>,
): Promise<boolean> {
  return (await tx.row(deleteSigningKeySql, [userId, keyId])) !== undefined
}
