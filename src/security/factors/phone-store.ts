// SQL on phone numbers. The row of a deleted number remains without the number, and no query returns it.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

/** The code that was sent to a number. */
export type Code = {
  /** HMAC of the code (`hashCode`); null once the number is verified. */
  readonly codeHash: string | null
  readonly codeExpiresAt: Temporal.Instant
  /** `security_holders.epoch` of the user when the code was sent. */
  readonly codeEpoch: number
}

export type PhoneRow = Code & {
  readonly id: Id<'phone-number'>
  /** E.164. */
  readonly phoneNumber: string
  readonly type: 'PRIMARY'
  readonly verifiedAt: Temporal.Instant | null
  /** The epoch that began when the number was verified; without a meaning while `verifiedAt` is null. */
  readonly verifiedEpoch: number
}

const columns = `
  id, phone_number, type, verified_at, code_hash, code_expires_at, code_epoch, verified_epoch`

const listPhoneNumbersSql = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and deleted_at is null order by id`)

export function listPhoneNumbers(db: Reader, userId: Id<'user'>): Promise<PhoneRow[]> {
  return db.rows(listPhoneNumbersSql, [userId])
}

const findPhoneNumberSql = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and id = $2 and deleted_at is null`)

export function findPhoneNumber(
  db: Reader,
  userId: Id<'user'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow | undefined> {
  return db.row(findPhoneNumberSql, [userId, id])
}

const findVerifiedNumberSql = sql<PhoneRow>(`
  select ${columns} from phone_numbers
   where user_id = $1 and verified_at is not null and ($2::int is null or verified_epoch < $2)
   order by verified_at desc, id desc limit 1`)

/**
 * The number that was verified last, or the last that was verified before `beforeEpoch`. Codes for challenges are sent to
 * this number.
 */
export function findVerifiedNumber(
  db: Reader,
  userId: Id<'user'>,
  beforeEpoch: number | null,
): Promise<PhoneRow | undefined> {
  return db.row(findVerifiedNumberSql, [userId, beforeEpoch])
}

const codeValuesOf = ({ codeHash, codeExpiresAt, codeEpoch }: Code) => [
  codeHash,
  codeExpiresAt.toString(),
  codeEpoch,
]

const insertPhoneNumberSql = sql<PhoneRow>(`
  insert into phone_numbers
         (user_id, phone_number, code_hash, code_expires_at, code_epoch, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id, phone_number) do nothing
  returning ${columns}`)

/** Returns undefined when the user has this number already. */
export function insertPhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  { phoneNumber, code, now }: { phoneNumber: string; code: Code; now: Temporal.Instant },
): Promise<PhoneRow | undefined> {
  return tx.row(insertPhoneNumberSql, [userId, phoneNumber, ...codeValuesOf(code), now.toString()])
}

const changePhoneNumberSql = sql<PhoneRow>(`
  update phone_numbers
     set phone_number = $3, verified_at = null, code_hash = $4, code_expires_at = $5,
         code_epoch = $6
   where user_id = $1 and id = $2 and deleted_at is null
     and not exists (select 1 from phone_numbers other
                      where other.user_id = $1 and other.phone_number = $3 and other.id <> $2)
  returning ${columns}`)

/** The number is unverified afterwards. Returns undefined when the user has the new number already. */
export function changePhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  { id, phoneNumber, code }: { id: Id<'phone-number'>; phoneNumber: string; code: Code },
): Promise<PhoneRow | undefined> {
  return tx.row(changePhoneNumberSql, [userId, id, phoneNumber, ...codeValuesOf(code)])
}

const verifyPhoneNumberSql = sql<PhoneRow>(`
  update phone_numbers set verified_at = $4, code_hash = null, verified_epoch = $5
   where user_id = $1 and id = $2 and phone_number = $3 and deleted_at is null
  returning ${columns}`)

/** Returns undefined when the number was changed or deleted in the meantime. */
export function verifyPhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  { id, phoneNumber, verifiedEpoch }: PhoneRow,
  now: Temporal.Instant,
): Promise<PhoneRow | undefined> {
  return tx.row(verifyPhoneNumberSql, [userId, id, phoneNumber, now.toString(), verifiedEpoch])
}

const deletePhoneNumberSql = sql<never>(`
  update phone_numbers set phone_number = null, verified_at = null, code_hash = null,
         deleted_at = $3
   where user_id = $1 and id = $2 and deleted_at is null`)

export async function deletePhoneNumber(
  tx: Tx,
  userId: Id<'user'>,
  id: Id<'phone-number'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(deletePhoneNumberSql, [userId, id, now.toString()])
}
