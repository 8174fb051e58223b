// SQL about one-time tokens.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Factor, Risk } from './model.ts'

export type TokenRow = {
  readonly hash: string
  readonly epoch: number
  readonly action: string
  readonly binding: string
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly passed: readonly Factor[]
  readonly smsCodeHash: string | null
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

const columns =
  'hash, epoch, action, binding, needed, offered, passed, sms_code_hash, expires_at, used_at'

const byHash = sql<TokenRow>(`
  select ${columns} from one_time_tokens where hash = $1 and user_id = $2 and expires_at > $3`)

/** A token of the user's that has not expired; it may be used, or of an older epoch. */
export function findToken(
  db: Reader,
  hash: string,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<TokenRow | undefined> {
  return db.row(byHash, [hash, userId, now.toString()])
}

const issued = sql<never>(`
  insert into one_time_tokens (hash, user_id, epoch, action, risk, binding, needed, offered,
                               created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

export async function insertToken(
  tx: Tx,
  userId: Id<'user'>,
  token: Pick<
    TokenRow,
    'hash' | 'epoch' | 'action' | 'binding' | 'needed' | 'offered' | 'expiresAt'
  > & { readonly risk: Risk },
  now: Temporal.Instant,
): Promise<void> {
  const { hash, epoch, action, risk, binding, needed, offered, expiresAt } = token
  await tx.rows(issued, [
    hash,
    userId,
    epoch,
    action,
    risk,
    binding,
    needed,
    offered,
    now.toString(),
    expiresAt.toString(),
  ])
}

/** An open token is unused, unexpired and of the user's present epoch. */
export type Open = {
  readonly hash: string
  readonly userId: Id<'user'>
  readonly epoch: number
  readonly now: Temporal.Instant
}

const open = 'hash = $1 and user_id = $2 and epoch = $3 and used_at is null and expires_at > $4'
const openParams = ({ hash, userId, epoch, now }: Open) => [hash, userId, epoch, now.toString()]

const factorShown = sql<TokenRow>(`
  update one_time_tokens set passed = array_append(array_remove(passed, $5), $5)
   where ${open}
  returning ${columns}`)

/** Undefined when the token is not open. */
export function addPassed(tx: Tx, which: Open, factor: Factor): Promise<TokenRow | undefined> {
  return tx.row(factorShown, [...openParams(which), factor])
}

const smsSent = sql<{ hash: string }>(`
  update one_time_tokens set sms_code_hash = $5 where ${open} returning hash`)

/** False when the token is not open. */
export async function setSmsCode(tx: Tx, which: Open, codeHash: string): Promise<boolean> {
  return (await tx.row(smsSent, [...openParams(which), codeHash])) !== undefined
}

const used = sql<{ hash: string }>(`
  update one_time_tokens set used_at = $4, used_by = $6
   where ${open} and binding = $5
  returning hash`)

/** False when the token is not open, or is for another request. */
export async function useToken(
  tx: Tx,
  which: Open,
  binding: string,
  usedBy: Id<'token'>,
): Promise<boolean> {
  return (await tx.row(used, [...openParams(which), binding, usedBy])) !== undefined
}

const approval = sql<{ hash: string }>(`
  select hash from one_time_tokens
   where user_id = $1 and used_by = $2 and used_at > $3 and risk = 'low' and epoch = $4
   limit 1`)

/** Whether a low risk was approved for this bearer token since then. */
export async function isApprovedSince(
  db: Reader,
  userId: Id<'user'>,
  usedBy: Id<'token'>,
  since: Temporal.Instant,
  epoch: number,
): Promise<boolean> {
  return (await db.row(approval, [userId, usedBy, since.toString(), epoch])) !== undefined
}

const forgotten = sql<{ hash: string }>(`
  delete from one_time_tokens
   where hash in (select hash from one_time_tokens
                   where expires_at < $1 order by expires_at limit $2)
  returning hash`)

/** Deletes at most `rowsMax` tokens; answers how many are gone. */
export async function deleteExpired(
  tx: Tx,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  return (await tx.rows(forgotten, [before.toString(), rowsMax])).length
}
