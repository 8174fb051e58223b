// SQL on one-time tokens.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { CoveredPayment, ScaAction } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { ClearingState, Factor, Risk } from '../model.ts'

export type TokenRow = ClearingState & {
  /** SHA-256 of the token (`hashSecret`). */
  readonly hash: string
  readonly userId: Id<'user'>
  /** The application whose request was challenged; null for a personal token. */
  readonly applicationId: Id<'application'> | null
  readonly epoch: number
  readonly action: ScaAction
  /** The hash of the request that the token approves (`ProtectedRequest`). */
  readonly binding: string
  /** The payment that the approval covers (D114), as `coverText` writes it; null without a payment. */
  readonly covers: string | null
  readonly smsCodeHash: string | null
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

const columns = `
  hash, user_id, application_id, epoch, action, binding, covers, needed, offered, passed, sms_code_hash,
  expires_at, used_at`

/** The covered payment as text. This text is compared when the token is used, so equal payments must give equal texts. */
export function coverText(covered: CoveredPayment | undefined): string | null {
  if (covered === undefined) return null
  const { amount, currency, payee, bound } = covered
  return JSON.stringify([amount, currency, payee, bound])
}

/** The payment in a text of `coverText`. */
export function readCoverText(text: string | null): Omit<CoveredPayment, 'bound'> | undefined {
  if (text === null) return undefined
  const [amount, currency, payee] = JSON.parse(text) as [string, string, string]
  return { amount, currency, payee }
}

const findTokenSql = sql<TokenRow>(`
  select ${columns} from one_time_tokens where hash = $1 and user_id = $2 and expires_at > $3`)

/** Finds an unexpired token of this user, also a token that was used already or belongs to an older epoch. */
export function findToken(
  db: Reader,
  hash: string,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<TokenRow | undefined> {
  return db.row(findTokenSql, [hash, userId, now.toString()])
}

const findTokenOfAnyUserSql = sql<TokenRow>(`
  select ${columns} from one_time_tokens where hash = $1 and expires_at > $2`)

/** An unexpired token of any user: the approval page is opened with only the token, which identifies the user. */
export function findTokenOfAnyUser(
  db: Reader,
  hash: string,
  now: Temporal.Instant,
): Promise<TokenRow | undefined> {
  return db.row(findTokenOfAnyUserSql, [hash, now.toString()])
}

const insertTokenSql = sql<never>(`
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
  const request = [hash, userId, applicationId, epoch, action, risk, binding, covers]
  const times = [now.toString(), expiresAt.toString()]
  await tx.rows(insertTokenSql, [...request, needed, offered, ...times])
}

/** Identifies a token that is open: unused, unexpired and of the user's current epoch. */
type OpenTokenKey = {
  readonly hash: string
  readonly userId: Id<'user'>
  readonly epoch: number
  readonly now: Temporal.Instant
}

const openTokenCondition =
  'hash = $1 and user_id = $2 and epoch = $3 and used_at is null and expires_at > $4'
const openTokenParams = ({ hash, userId, epoch, now }: OpenTokenKey) => [
  hash,
  userId,
  epoch,
  now.toString(),
]

const addPassedFactorSql = sql<TokenRow>(`
  update one_time_tokens set passed = array_append(passed, $5)
   where ${openTokenCondition}
  returning ${columns}`)

/** Records a correct answer. Returns undefined when the token is not open. */
export function addPassedFactor(
  tx: Tx,
  key: OpenTokenKey,
  factor: Factor,
): Promise<TokenRow | undefined> {
  return tx.row(addPassedFactorSql, [...openTokenParams(key), factor])
}

const setSmsCodeSql = sql<{ hash: string }>(`
  update one_time_tokens set sms_code_hash = $5 where ${openTokenCondition} returning hash`)

/** Returns false when the token is not open. */
export async function setSmsCode(tx: Tx, key: OpenTokenKey, codeHash: string): Promise<boolean> {
  return (await tx.row(setSmsCodeSql, [...openTokenParams(key), codeHash])) !== undefined
}

const markTokenUsedSql = sql<{ hash: string }>(`
  update one_time_tokens set used_at = $4, used_by = $5
   where ${openTokenCondition} and binding = $6 and covers is not distinct from $7
     and application_id is not distinct from $8
  returning hash`)

type TokenUse = Pick<TokenRow, 'binding' | 'covers' | 'applicationId'> & {
  /** The bearer token of the request that uses the one-time token. */
  readonly usedBy: Id<'token'>
}

/** Returns false when the token is not open, or was issued for another request, payment or application. */
export async function markTokenUsed(
  tx: Tx,
  key: OpenTokenKey,
  { usedBy, binding, covers, applicationId }: TokenUse,
): Promise<boolean> {
  const params = [...openTokenParams(key), usedBy, binding, covers, applicationId]
  return (await tx.row(markTokenUsedSql, params)) !== undefined
}

const hasLowRiskApprovalSql = sql<{ hash: string }>(`
  select hash from one_time_tokens
   where user_id = $1 and used_by = $2 and used_at > $3 and risk = 'low' and epoch = $4
   limit 1`)

type LowRiskApproval = {
  readonly userId: Id<'user'>
  /** The bearer token of the approved request. */
  readonly usedBy: Id<'token'>
  readonly since: Temporal.Instant
  readonly epoch: number
}

/** Whether a request of low risk was approved for this bearer token after `since`, in the same epoch. */
export async function hasLowRiskApproval(
  db: Reader,
  { userId, usedBy, since, epoch }: LowRiskApproval,
): Promise<boolean> {
  return (
    (await db.row(hasLowRiskApprovalSql, [userId, usedBy, since.toString(), epoch])) !== undefined
  )
}

const deleteExpiredTokensSql = sql<{ hash: string }>(`
  delete from one_time_tokens
   where hash in (select hash from one_time_tokens
                   where expires_at < $1 order by expires_at limit $2)
  returning hash`)

/** Deletes at most `rowsMax` tokens that expired before `before`. Returns how many were deleted. */
export async function deleteExpiredTokens(
  tx: Tx,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  return (await tx.rows(deleteExpiredTokensSql, [before.toString(), rowsMax])).length
}
