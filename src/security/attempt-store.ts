// SQL on the counters of a user: wrong answers, lock-outs, codes sent (D31a, D113). The caller of a function that writes
// must hold the lock of the user's row in security_holders.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Attempts, Factor } from './model.ts'

const readAttemptsSql = sql<Attempts>(`
  select failures, locked_until from factor_attempts where user_id = $1 and factor = $2`)

export async function readAttempts(
  db: Reader,
  userId: Id<'user'>,
  factor: Factor,
): Promise<Attempts> {
  return (await db.row(readAttemptsSql, [userId, factor])) ?? { failures: 0, lockedUntil: null }
}

const setAttemptsSql = sql<never>(`
  insert into factor_attempts (user_id, factor, failures, locked_until) values ($1, $2, $3, $4)
  on conflict (user_id, factor) do update
     set failures = excluded.failures, locked_until = excluded.locked_until`)

export async function setAttempts(
  tx: Tx,
  userId: Id<'user'>,
  factor: Factor,
  { failures, lockedUntil }: Attempts,
): Promise<void> {
  await tx.rows(setAttemptsSql, [userId, factor, failures, lockedUntil?.toString() ?? null])
}

const resetAttemptsSql = sql<never>(`
  update factor_attempts set failures = 0, locked_until = null
   where user_id = $1 and factor = any($2::text[])
     and (locked_until is null or locked_until <= $3)`)

/** Resets the wrong answers of these factors. A lock-out that has not ended stays. */
export async function resetAttempts(
  tx: Tx,
  userId: Id<'user'>,
  factors: readonly Factor[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(resetAttemptsSql, [userId, factors, now.toString()])
}

const countWrongAnswerSql = sql<{ count: number }>(`
  update security_holders
     set wrong_answers =
           array_append(array(select t from unnest(wrong_answers) as t where t > $3), $2)
   where user_id = $1
  returning cardinality(wrong_answers) as count`)

/** Counts a wrong answer. Returns the number of wrong answers after `since`, including this answer. */
export async function countWrongAnswer(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
  since: Temporal.Instant,
): Promise<number> {
  const row = await tx.row(countWrongAnswerSql, [userId, now.toString(), since.toString()])
  if (row === undefined) throw new Error(`user ${userId} has no row to count wrong answers in`)
  return row.count
}

const lockOutUserSql = sql<never>(`
  update security_holders set epoch = epoch + 1, locked_until = $2 where user_id = $1`)

/** Until `until`, answers and requests that need a challenge are refused. Open one-time tokens are invalid from now on. */
export async function lockOutUser(
  tx: Tx,
  userId: Id<'user'>,
  until: Temporal.Instant,
): Promise<void> {
  await tx.rows(lockOutUserSql, [userId, until.toString()])
}

/** The purpose of a code. Each purpose has a counter. */
export type CodePurpose = 'challenge' | 'new-number' | 'changed-number'

const countCodeSql = (column: string) =>
  sql<{ oldest: Temporal.Instant | null }>(`
  update security_holders h
     set ${column} = case when cardinality(r.recent) < $4 then array_append(r.recent, $2::timestamptz)
                          else r.recent end
    from (select array(select t from unnest(${column}) as t where t > $3 order by t) as recent
            from security_holders where user_id = $1) r
   where h.user_id = $1
  returning case when cardinality(r.recent) >= $4 then r.recent[1] end as oldest`)

const countCodeFor = {
  challenge: countCodeSql('codes_sent'),
  'new-number': countCodeSql('new_number_codes_sent'),
  'changed-number': countCodeSql('changed_number_codes_sent'),
} satisfies Record<CodePurpose, unknown>

/**
 * Counts a code that is about to be sent. When `max` codes were sent after `since`, counts nothing and returns the
 * time of the oldest of these codes; otherwise returns undefined, and the code may be sent.
 */
export async function countSentCode(
  tx: Tx,
  userId: Id<'user'>,
  purpose: CodePurpose,
  { now, since, max }: { now: Temporal.Instant; since: Temporal.Instant; max: number },
): Promise<Temporal.Instant | undefined> {
  const row = await tx.row(countCodeFor[purpose], [userId, now.toString(), since.toString(), max])
  if (row === undefined) throw new Error(`user ${userId} has no row to count codes in`)
  return row.oldest ?? undefined
}
