// SQL about what is counted of a user: wrong answers, lock-outs, codes sent (D113). The caller of what
// writes holds the lock of the user's row in security_holders.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Attempts, Factor } from './model.ts'

const ofFactor = sql<Attempts>(`
  select failures, locked_until from factor_attempts where user_id = $1 and factor = $2`)

export async function readAttempts(
  db: Reader,
  userId: Id<'user'>,
  factor: Factor,
): Promise<Attempts> {
  return (await db.row(ofFactor, [userId, factor])) ?? { failures: 0, lockedUntil: null }
}

const changed = sql<never>(`
  insert into factor_attempts (user_id, factor, failures, locked_until) values ($1, $2, $3, $4)
  on conflict (user_id, factor) do update
     set failures = excluded.failures, locked_until = excluded.locked_until`)

export async function setAttempts(
  tx: Tx,
  userId: Id<'user'>,
  factor: Factor,
  { failures, lockedUntil }: Attempts,
): Promise<void> {
  await tx.rows(changed, [userId, factor, failures, lockedUntil?.toString() ?? null])
}

const reset = sql<never>(`
  update factor_attempts set failures = 0, locked_until = null
   where user_id = $1 and factor = any($2::text[])
     and (locked_until is null or locked_until <= $3)`)

/** Forgets wrong answers of these factors; a lock-out that is under way stays. */
export async function resetAttempts(
  tx: Tx,
  userId: Id<'user'>,
  factors: readonly Factor[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(reset, [userId, factors, now.toString()])
}

const noted = sql<{ count: number }>(`
  update security_holders
     set wrong_answers =
           array_append(array(select t from unnest(wrong_answers) as t where t > $3), $2)
   where user_id = $1
  returning cardinality(wrong_answers) as count`)

/** Counts a wrong answer. Answers how many there were after `since`, this one included. */
export async function noteWrongAnswer(
  tx: Tx,
  userId: Id<'user'>,
  now: Temporal.Instant,
  since: Temporal.Instant,
): Promise<number> {
  const row = await tx.row(noted, [userId, now.toString(), since.toString()])
  if (row === undefined) throw new Error(`user ${userId} has no row to count wrong answers in`)
  return row.count
}

const userLock = sql<never>(`
  update security_holders set epoch = epoch + 1, locked_until = $2 where user_id = $1`)

/** Refuses the user everything protected until then; open one-time tokens are dead. */
export async function lockUser(tx: Tx, userId: Id<'user'>, until: Temporal.Instant): Promise<void> {
  await tx.rows(userLock, [userId, until.toString()])
}

/** What a code is sent for. Each is counted by itself. */
export type CodePurpose = 'challenge' | 'new-number' | 'changed-number'

const countedIn = (column: string) =>
  sql<{ oldest: Temporal.Instant | null; count: number }>(`
  update security_holders h
     set ${column} = case when cardinality(r.recent) < $4 then array_append(r.recent, $2::timestamptz)
                          else r.recent end
    from (select array(select t from unnest(${column}) as t where t > $3) as recent
            from security_holders where user_id = $1) r
   where h.user_id = $1
  returning cardinality(r.recent) as count, r.recent[1] as oldest`)

const counted = {
  challenge: countedIn('codes_sent'),
  'new-number': countedIn('new_number_codes_sent'),
  'changed-number': countedIn('changed_number_codes_sent'),
} satisfies Record<CodePurpose, unknown>

/**
 * Counts a code that is about to be sent, unless `max` were sent after `since`. Returns the first of those in
 * that case; undefined when the code may be sent.
 */
export async function noteSentCode(
  tx: Tx,
  userId: Id<'user'>,
  purpose: CodePurpose,
  { now, since, max }: { now: Temporal.Instant; since: Temporal.Instant; max: number },
): Promise<Temporal.Instant | undefined> {
  const row = await tx.row(counted[purpose], [userId, now.toString(), since.toString(), max])
  if (row === undefined) throw new Error(`user ${userId} has no row to count codes in`)
  return row.count < max ? undefined : (row.oldest ?? now)
}
