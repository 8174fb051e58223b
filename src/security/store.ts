// SQL about a user's lock-out, factors and signing keys. Phone numbers and one-time tokens have stores
// of their own.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Factor, Holder } from './model.ts'

/** What a user can be asked for, and whether they may be asked now. */
export type Stance = {
  readonly epoch: number
  readonly lockedUntil: Temporal.Instant | null
  readonly enrolled: readonly Factor[]
}

const stance = sql<Stance>(`
  select coalesce(h.epoch, 0) as epoch, h.locked_until,
         array(select f.factor from user_factors f where f.user_id = u.id)
         || case when exists (select 1 from phone_numbers p
                               where p.user_id = u.id and p.verified_at is not null)
                 then array['SMS'] else '{}'::text[] end
         || case when exists (select 1 from user_signing_keys k where k.user_id = u.id)
                 then array['SIGNATURE'] else '{}'::text[] end as enrolled
    from (values ($1::bigint)) as u (id)
    left join security_holders h on h.user_id = u.id`)

export async function readStance(db: Reader, userId: Id<'user'>): Promise<Stance> {
  const row = await db.row(stance, [userId])
  if (row === undefined) throw new Error(`no stance of user ${userId}`)
  return row
}

// Updates what is there without changing it: that locks the row.
const lockedHolder = sql<Holder>(`
  insert into security_holders as h (user_id) values ($1)
  on conflict (user_id) do update set epoch = h.epoch
  returning epoch, failures, locked_until`)

/** The user's counts, locked until the transaction ends. */
export async function lockHolder(tx: Tx, userId: Id<'user'>): Promise<Holder> {
  const row = await tx.row(lockedHolder, [userId])
  if (row === undefined) throw new Error(`no holder for user ${userId}`)
  return row
}

const changedHolder = sql<never>(`
  update security_holders set epoch = $2, failures = $3, locked_until = $4 where user_id = $1`)

/** The caller holds the row's lock. */
export async function setHolder(tx: Tx, userId: Id<'user'>, holder: Holder): Promise<void> {
  const { epoch, failures, lockedUntil } = holder
  await tx.rows(changedHolder, [userId, epoch, failures, lockedUntil?.toString() ?? null])
}

const newEpoch = sql<{ epoch: number }>(`
  insert into security_holders as h (user_id, epoch) values ($1, 1)
  on conflict (user_id) do update set epoch = h.epoch + 1
  returning epoch`)

/** Every change of factors: open one-time tokens are dead from now on (D30). Locks the holder. */
export async function raiseEpoch(tx: Tx, userId: Id<'user'>): Promise<number> {
  const row = await tx.row(newEpoch, [userId])
  if (row === undefined) throw new Error(`no epoch for user ${userId}`)
  return row.epoch
}

type StoredFactor = 'PIN' | 'FACE_MAP'

const secretOf = sql<{ secret: string }>(`
  select secret from user_factors where user_id = $1 and factor = $2`)

export async function findSecret(
  db: Reader,
  userId: Id<'user'>,
  factor: StoredFactor,
): Promise<string | undefined> {
  return (await db.row(secretOf, [userId, factor]))?.secret
}

const newFactor = sql<{ factor: string }>(`
  insert into user_factors (user_id, factor, secret, created_at) values ($1, $2, $3, $4)
  on conflict (user_id, factor) do nothing
  returning factor`)

/** False when the user has one already. */
export async function insertFactor(
  tx: Tx,
  userId: Id<'user'>,
  factor: StoredFactor,
  secret: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(newFactor, [userId, factor, secret, now.toString()])) !== undefined
}

const goneFactor = sql<{ factor: string }>(`
  delete from user_factors where user_id = $1 and factor = $2 returning factor`)

/** False when the user has none. */
export async function deleteFactor(
  tx: Tx,
  userId: Id<'user'>,
  factor: StoredFactor,
): Promise<boolean> {
  return (await tx.row(goneFactor, [userId, factor])) !== undefined
}

export type SigningKeyRow = {
  readonly id: Id<'signing-key'>
  /** SubjectPublicKeyInfo, PEM. */
  readonly publicKey: string
  readonly fingerprint: string
  readonly createdAt: Temporal.Instant
}

const keyColumns = 'id, public_key, fingerprint, created_at'

const keysOfUser = sql<SigningKeyRow>(`
  select ${keyColumns} from user_signing_keys where user_id = $1 order by id`)

export function listSigningKeys(db: Reader, userId: Id<'user'>): Promise<SigningKeyRow[]> {
  return db.rows(keysOfUser, [userId])
}

const keyById = sql<SigningKeyRow>(`
  select ${keyColumns} from user_signing_keys where user_id = $1 and id = $2`)

export function findSigningKey(
  db: Reader,
  userId: Id<'user'>,
  keyId: Id<'signing-key'>,
): Promise<SigningKeyRow | undefined> {
  return db.row(keyById, [userId, keyId])
}

const newKey = sql<SigningKeyRow>(`
  insert into user_signing_keys (user_id, public_key, fingerprint, created_at)
  values ($1, $2, $3, $4)
  on conflict on constraint user_signing_keys_once do nothing
  returning ${keyColumns}`)

/** Undefined when the user has registered this key already. */
export function insertSigningKey(
  tx: Tx,
  userId: Id<'user'>,
  key: Pick<SigningKeyRow, 'publicKey' | 'fingerprint'>,
  now: Temporal.Instant,
): Promise<SigningKeyRow | undefined> {
  return tx.row(newKey, [userId, key.publicKey, key.fingerprint, now.toString()])
}

const goneKey = sql<{ id: Id<'signing-key'> }>(`
  delete from user_signing_keys where user_id = $1 and id = $2 returning id`)

export async function deleteSigningKey(
  tx: Tx,
  userId: Id<'user'>,
  keyId: Id<'signing-key'>,
): Promise<boolean> {
  return (await tx.row(goneKey, [userId, keyId])) !== undefined
}
