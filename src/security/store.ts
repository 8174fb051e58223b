// SQL on the state of a user's factors, and on the row in security_holders that is locked to change it.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Factor, FactorState } from './model.ts'

type StateRow = Omit<FactorState, 'factors'> & {
  readonly factors: readonly { factor: Factor; epoch: number; lockedUntil: string | null }[]
}

// Several phone numbers, or several keys, count as one factor that is as old as the oldest of them.
const readFactorStateSql = sql<StateRow>(`
  select coalesce(h.epoch, 0) as epoch, h.locked_until, h.removal_epoch,
         coalesce((
           select jsonb_agg(jsonb_build_object(
                    'factor', e.factor, 'epoch', e.epoch, 'lockedUntil', a.locked_until))
             from (select f.factor, f.epoch from user_factors f where f.user_id = u.id
                   union all
                   select 'SMS', min(p.verified_epoch) from phone_numbers p
                    where p.user_id = u.id and p.verified_at is not null having count(*) > 0
                   union all
                   select 'SIGNATURE', min(k.epoch) from user_signing_keys k
                    where k.user_id = u.id having count(*) > 0) e
             left join factor_attempts a on a.user_id = u.id and a.factor = e.factor), '[]') as factors
    from (values ($1::bigint)) as u (id)
    left join security_holders h on h.user_id = u.id`)

export async function readFactorState(db: Reader, userId: Id<'user'>): Promise<FactorState> {
  const row = await db.row(readFactorStateSql, [userId])
  if (row === undefined) throw new Error(`no factor state of user ${userId}`)
  const factors = row.factors.map(({ lockedUntil, ...factor }) => ({
    ...factor,
    lockedUntil: lockedUntil === null ? null : Temporal.Instant.from(lockedUntil),
  }))
  return { ...row, factors }
}

/** A user's row in security_holders. */
export type Holder = Omit<FactorState, 'factors'>

// The update changes nothing. It is there to lock the row.
const lockHolderSql = sql<Holder>(`
  insert into security_holders as h (user_id) values ($1)
  on conflict (user_id) do update set epoch = h.epoch
  returning epoch, locked_until, removal_epoch`)

/** Locks the user's row until the transaction ends. Lock it before you change factors, tokens or counts of the user. */
export async function lockHolder(tx: Tx, userId: Id<'user'>): Promise<Holder> {
  const row = await tx.row(lockHolderSql, [userId])
  if (row === undefined) throw new Error(`no holder for user ${userId}`)
  return row
}

const raiseEpochSql = sql<{ epoch: number }>(`
  insert into security_holders as h (user_id, epoch) values ($1, 1)
  on conflict (user_id) do update set epoch = h.epoch + 1
  returning epoch`)

/** Called by every change of factors and by `confirmUser`: open one-time tokens are invalid from now on (D30). Locks the row. */
export async function raiseEpoch(tx: Tx, userId: Id<'user'>): Promise<number> {
  const row = await tx.row(raiseEpochSql, [userId])
  if (row === undefined) throw new Error(`no epoch for user ${userId}`)
  return row.epoch
}

const markRemovalSql = sql<never>(`
  update security_holders set removal_epoch = coalesce(removal_epoch, epoch) where user_id = $1`)

/**
 * Records that a factor was removed without proof: factors of the current epoch and of later epochs do not count as
 * proof (D112). An earlier removal that has not ended keeps its epoch.
 */
export async function markRemoval(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.rows(markRemovalSql, [userId])
}

const clearRemovalSql = sql<{ userId: Id<'user'> }>(`
  update security_holders set removal_epoch = null
   where user_id = $1 and removal_epoch is not null
  returning user_id`)

/** Ends a removal: all factors of the user count as proof again. Returns false when there was no removal. */
export async function clearRemoval(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(clearRemovalSql, [userId])) !== undefined
}
