// SQL for the sessions of operators.

import { sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'

const insertSessionSql = sql<{ id: Id<'operator-session'> }>(`
  insert into operator_sessions (operator_id, token_hash, created_at, used_at) values ($1, $2, $3, $3)
  returning id`)

export async function insertSession(
  tx: Tx,
  operatorId: Id<'operator'>,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<Id<'operator-session'>> {
  const row = await tx.row(insertSessionSql, [operatorId, tokenHash, now.toString()])
  if (row === undefined) throw new Error('the insertion of a session returned no row')
  return row.id
}

/** An open session and its operator. */
export type SessionRow = {
  readonly id: Id<'operator-session'>
  readonly operatorId: Id<'operator'>
  readonly email: string
  readonly name: string
  readonly createdAt: Temporal.Instant
}

const touchSessionSql = sql<SessionRow>(`
  update operator_sessions s set used_at = greatest(s.used_at, $2)
    from operators o
   where s.token_hash = $1 and s.used_at > $3 and s.created_at > $4
     and o.id = s.operator_id and o.active
  returning s.id, s.operator_id, o.email, o.name, s.created_at`)

/**
 * Stores the use of a session at `now`. Returns undefined for a session that has ended or expired, or whose operator is
 * not active.
 */
export function touchSession(
  tx: Tx,
  tokenHash: string,
  {
    now,
    usedAfter,
    openedAfter,
  }: Readonly<Record<'now' | 'usedAfter' | 'openedAfter', Temporal.Instant>>,
): Promise<SessionRow | undefined> {
  return tx.row(touchSessionSql, [
    tokenHash,
    now.toString(),
    usedAfter.toString(),
    openedAfter.toString(),
  ])
}

const isSessionOpenSql = sql<{ id: Id<'operator-session'> }>(`
  select id from operator_sessions where id = $1`)

/** Whether the session has not been ended. Its times are not compared: `touchSession` has refused an expired session. */
export async function isSessionOpen(tx: Tx, id: Id<'operator-session'>): Promise<boolean> {
  return (await tx.row(isSessionOpenSql, [id])) !== undefined
}

const deleteSessionSql = sql<Pick<SessionRow, 'id' | 'operatorId'>>(`
  delete from operator_sessions where token_hash = $1 returning id, operator_id`)

export function deleteSession(
  tx: Tx,
  tokenHash: string,
): Promise<Pick<SessionRow, 'id' | 'operatorId'> | undefined> {
  return tx.row(deleteSessionSql, [tokenHash])
}

const deleteSessionsSql = sql<never>(`delete from operator_sessions where operator_id = $1`)

export async function deleteSessions(tx: Tx, operatorId: Id<'operator'>): Promise<void> {
  await tx.rows(deleteSessionsSql, [operatorId])
}

const deleteExpiredSessionsSql = sql<never>(`
  delete from operator_sessions where operator_id = $1 and (used_at <= $2 or created_at <= $3)`)

/** Deletes the sessions of the operator that were last used at `usedUntil` or earlier, or opened at `openedUntil` or earlier. */
export async function deleteExpiredSessions(
  tx: Tx,
  operatorId: Id<'operator'>,
  usedUntil: Temporal.Instant,
  openedUntil: Temporal.Instant,
): Promise<void> {
  await tx.rows(deleteExpiredSessionsSql, [
    operatorId,
    usedUntil.toString(),
    openedUntil.toString(),
  ])
}
