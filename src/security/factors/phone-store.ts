// SQL about phone numbers. Deleted ones are without a number and are found by nobody.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

export type PhoneRow = {
  readonly id: Id<'phone-number'>
  /** E.164. */
  readonly phoneNumber: string
  readonly type: 'PRIMARY'
  readonly verifiedAt: Temporal.Instant | null
  readonly codeHash: string | null
  readonly codeExpiresAt: Temporal.Instant
  readonly codeEpoch: number
  /** The epoch that began with its verification. */
  readonly verifiedEpoch: number
}

const columns = `
  id, phone_number, type, verified_at, code_hash, code_expires_at, code_epoch, verified_epoch`

const ofUser = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and deleted_at is null order by id`)

export function listPhoneNumbers(db: Reader, userId: Id<'user'>): Promise<PhoneRow[]> {
  return db.rows(ofUser, [userId])
}

const byId = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and id = $2 and deleted_at is null`)

export function findPhoneNumber(
  db: Reader,
  userId: Id<'user'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow | undefined> {
  return db.row(byId, [userId, id])
}

const newestVerified = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and verified_at is not null and ($2::int is null or verified_epoch < $2)
   order by verified_at desc, id desc limit 1`)

/** The number that challenges are sent to: the newest, or the newest of those from before an epoch. */
export function findVerifiedNumber(
  db: Reader,
  userId: Id<'user'>,
  beforeEpoch: number | null,
): Promise<PhoneRow | undefined> {
  return db.row(newestVerified, [userId, beforeEpoch])
}

export type Code = {
  readonly codeHash: string | null
  readonly codeExpiresAt: Temporal.Instant
  readonly codeEpoch: number
}

const created = sql<PhoneRow>(`
  insert into phone_numbers
         (user_id, phone_number, code_hash, code_expires_at, code_epoch, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id, phone_number) do nothing
  returning ${columns}`)

/** Undefined when the user has this number already. */
export function insertPhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  phoneNumber: string,
  { codeHash, codeExpiresAt, codeEpoch }: Code,
  now: Temporal.Instant,
): Promise<PhoneRow | undefined> {
  const code = [codeHash, codeExpiresAt.toString(), codeEpoch]
  return tx.row(created, [userId, phoneNumber, ...code, now.toString()])
}

const changed = sql<PhoneRow>(`
  update phone_numbers p
     set phone_number = $3, verified_at = null, code_hash = $4, code_expires_at = $5,
         code_epoch = $6
   where user_id = $1 and id = $2 and deleted_at is null
     and not exists (select 1 from phone_numbers other
                      where other.user_id = $1 and other.phone_number = $3 and other.id <> $2)
  returning ${columns}`)

/** Unverified from now on. Undefined when another number of the user's is this one. */
export function changePhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  id: Id<'phone-number'>,
  phoneNumber: string,
  { codeHash, codeExpiresAt, codeEpoch }: Code,
): Promise<PhoneRow | undefined> {
  const code = [codeHash, codeExpiresAt.toString(), codeEpoch]
  return tx.row(changed, [userId, id, phoneNumber, ...code])
}

const verified = sql<PhoneRow>(`
  update phone_numbers set verified_at = $4, code_hash = null, verified_epoch = $5
   where user_id = $1 and id = $2 and phone_number = $3 and deleted_at is null
  returning ${columns}`)

/** Undefined when the number is another one by now, or gone. */
export function verifyPhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  { id, phoneNumber, verifiedEpoch }: PhoneRow,
  now: Temporal.Instant,
): Promise<PhoneRow | undefined> {
  return tx.row(verified, [userId, id, phoneNumber, now.toString(), verifiedEpoch])
}

const gone = sql<{ id: Id<'phone-number'> }>(`
  update phone_numbers set phone_number = null, verified_at = null, code_hash = null,
         deleted_at = $3
   where user_id = $1 and id = $2 and deleted_at is null
  returning id`)

export async function deletePhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  id: Id<'phone-number'>,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(gone, [userId, id, now.toString()])) !== undefined
}
