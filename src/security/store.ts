// SQL about the state of a user's factors, and about the row that is locked to change it.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Factor, FactorState } from './model.ts'

type StateRow = Omit<FactorState, 'factors'> & {
  readonly factors: readonly { factor: Factor; epoch: number; lockedUntil: string | null }[]
}

// Of several phone numbers or keys the oldest tells how far back the factor goes.
const stateOfUser = sql<StateRow>(`
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
  const row = await db.row(stateOfUser, [userId])
  if (row === undefined) throw new Error(`no factor state of user ${userId}`)
  const factors = row.factors.map(({ lockedUntil, ...factor }) => ({
    ...factor,
    lockedUntil: lockedUntil === null ? null : Temporal.Instant.from(lockedUntil),
  }))
  return { ...row, factors }
}

/** What the row of a user holds that orders everything about their factors. */
export type Holder = Omit<FactorState, 'factors'>

// Updates what is there without changing it: that locks the row.
const lockedHolder = sql<Holder>(`
  insert into security_holders as h (user_id) values ($1)
  on conflict (user_id) do update set epoch = h.epoch
  returning epoch, locked_until, removal_epoch`)

/** Locks the user's row until the transaction ends. */
export async function lockHolder(tx: Tx, userId: Id<'user'>): Promise<Holder> {
  const row = await tx.row(lockedHolder, [userId])
  if (row === undefined) throw new Error(`no holder for user ${userId}`)
  return row
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

const markedRemoval = sql<never>(`
  update security_holders set removal_epoch = coalesce(removal_epoch, epoch) where user_id = $1`)

/** A factor was deleted without proof: the present epoch and later ones enrol nothing that is trusted. */
export async function markRemoval(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.rows(markedRemoval, [userId])
}

const forgottenRemoval = sql<{ userId: Id<'user'> }>(`
  update security_holders set removal_epoch = null
   where user_id = $1 and removal_epoch is not null
  returning user_id`)

/** All factors of the user are trusted again. False when there was no mark. */
export async function clearRemoval(tx: Tx, userId: Id<'user'>): Promise<boolean> {
  return (await tx.row(forgottenRemoval, [userId])) !== undefined
}
