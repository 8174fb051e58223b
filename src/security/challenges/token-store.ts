// SQL about one-time tokens.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Covered, ScaAction } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Factor, Risk } from '../model.ts'

export type TokenRow = {
  readonly hash: string
  readonly userId: Id<'user'>
  /** Whose request was challenged; null for a personal token. */
  readonly applicationId: Id<'application'> | null
  readonly epoch: number
  readonly action: ScaAction
  readonly binding: string
  /** What an approval covers, as `coverText` writes it. */
  readonly covers: string | null
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly passed: readonly Factor[]
  readonly smsCodeHash: string | null
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

const columns = `
  hash, user_id, application_id, epoch, action, binding, covers, needed, offered, passed, sms_code_hash,
  expires_at, used_at`

/** What is compared when the token is used: the same facts are the same text. */
export function coverText(covered: Covered | undefined): string | null {
  if (covered === undefined) return null
  const { amount, currency, payee, bound } = covered
  return JSON.stringify([amount, currency, payee, bound])
}

export function readCover(text: string | null): Omit<Covered, 'bound'> | undefined {
  if (text === null) return undefined
  const [amount, currency, payee] = JSON.parse(text) as [string, string, string]
  return { amount, currency, payee }
}

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

const byHashAlone = sql<TokenRow>(`
  select ${columns} from one_time_tokens where hash = $1 and expires_at > $2`)

/** The same, whoever's it is: the page that clears it is opened by whoever was shown the token. */
export function findAnyToken(
  db: Reader,
  hash: string,
  now: Temporal.Instant,
): Promise<TokenRow | undefined> {
  return db.row(byHashAlone, [hash, now.toString()])
}

const issued = sql<never>(`
  insert into one_time_tokens (hash, user_id, application_id, epoch, action, risk, binding, covers, needed,
                               offered, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`)

type NewToken = Omit<TokenRow, 'passed' | 'smsCodeHash' | 'usedAt'> & {
  readonly risk: Risk
  readonly now: Temporal.Instant
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  const { hash, userId, applicationId, epoch, action, risk, binding, covers } = token
  const { needed, offered, now, expiresAt } = token
  await tx.rows(issued, [
    ...[hash, userId, applicationId, epoch, action, risk, binding, covers, needed, offered],
    ...[now.toString(), expiresAt.toString()],
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
  update one_time_tokens set passed = array_append(passed, $5)
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
  update one_time_tokens set used_at = $4, used_by = $5
   where ${open} and binding = $6 and covers is not distinct from $7
     and application_id is not distinct from $8
  returning hash`)

type Use = Pick<TokenRow, 'binding' | 'covers' | 'applicationId'> & {
  /** The bearer token it is used with. */
  readonly usedBy: Id<'token'>
}

/** False when the token is not open, or is for another request, payment or application. */
export async function useToken(
  tx: Tx,
  which: Open,
  { usedBy, binding, covers, applicationId }: Use,
): Promise<boolean> {
  const params = [...openParams(which), usedBy, binding, covers, applicationId]
  return (await tx.row(used, params)) !== undefined
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
